package course

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course/folder"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A place is a path that the course file names, or a submission.
type place struct {
	key  string // of the course file, "" for a submission
	name string // as people know it
	path string // absolute and without links

	handed bool // it is a submission
}

// apart tells of all paths of the course that contain each other: what is made
// there would lie among what was handed in, and be graded, removed or shown.
func (c *Course) apart(submissions []Submission) error {
	var wrong complaint
	tell := func(at place, format string, args ...any) {
		message := fmt.Sprintf(format, args...)
		if at.key == "" {
			wrong = append(wrong, document.Problem{File: at.name, Message: message})
			return
		}
		wrong = append(wrong, document.Problem{File: c.File, Line: c.Line(at.key), Key: at.key, Message: message})
	}
	var r resolver
	made := r.places(place{key: "work", name: "the folder work", path: c.Work}, place{key: "grades", name: "the folder grades", path: c.Grades})
	given, suites, open := c.given(&r)
	handed := make([]place, 0, len(submissions))
	for _, s := range submissions {
		if s.Path != "" {
			handed = append(handed, place{name: "submission " + s.Path, path: r.entry(s.Path), handed: true})
		}
	}
	c.madeApart(&r, made, given, suites, handed, tell)
	if c.Submissions.Path == "" {
		handedApart(handed, given, suites, tell)
	}
	nested(handed, tell)
	secrets := slices.Concat(made, given, suites, handed)
	for _, o := range open {
		for _, s := range secrets {
			if folder.Inside(s.path, o.path) {
				tell(o, "%s is inside %s, which no program may read", o.name, s.name)
			}
		}
		if said := contained(o, secrets); said != "" {
			tell(o, "%s inside %s, but no program may read that", said, o.name)
		}
	}
	return wrong.err("give each of them its own folder, such as work = \"work\", grades = \"grades\" and paths = [\"submissions/*\"]")
}

// A teller notes what is wrong with a place.
type teller func(at place, format string, args ...any)

// madeApart tells of the folders that grading makes, if they contain something else of
// the course or lie in it.
func (c *Course) madeApart(r *resolver, made, given, suites, handed []place, tell teller) {
	for i, m := range made {
		if i > 0 && made[0].path == m.path {
			tell(made[0], "%s is inside %s", m.name, made[0].name)
		}
		others := slices.Concat(made, given, suites, handed)
		if said := contained(m, others); said != "" {
			tell(m, "%s inside %s, where old files are removed", said, m.name)
		}
		for _, outer := range others[len(made):] {
			if folder.Inside(outer.path, m.path) {
				tell(m, "%s is inside %s", m.name, outer.name)
			}
		}
		for _, pattern := range c.Submissions.Paths {
			at := func(h place) bool { return h.path == m.path }
			if ok, err := filepath.Match(r.entry(pattern), m.path); ok && err == nil && !slices.ContainsFunc(handed, at) {
				tell(m, "%s matches the pattern for submissions, %s", m.name, pattern)
			}
		}
	}
}

// handedApart tells of submissions that contain files of the course, or lie in suites.
func handedApart(handed, given, suites []place, tell teller) {
	for _, h := range handed {
		for _, g := range slices.Concat(given, suites) {
			if folder.Inside(h.path, g.path) {
				tell(h, "%s is inside this submission, where the team can change it", g.name)
			}
		}
	}
	for _, s := range suites {
		if said := contained(s, handed); said != "" {
			tell(s, "%s inside %s", said, s.name)
		}
	}
}

// contained says which of some places are in another one, without that one itself, and adds the
// verb; "" if none is. Of several submissions it gives the number, not the names: often all of a
// course are in the wrong folder.
func contained(in place, places []place) string {
	var names []string
	submissions := 0
	for _, p := range places {
		if p.path == in.path || !folder.Inside(in.path, p.path) {
			continue
		}
		if p.handed {
			if submissions++; submissions > 1 {
				names[len(names)-1] = text.Count(submissions, "submission")
				continue
			}
		}
		names = append(names, p.name)
	}
	verb := " are"
	switch len(names) {
	case 0:
		return ""
	case 1:
		if submissions < 2 {
			verb = " is"
		}
	}
	return strings.Join(names, ", ") + verb
}

// given are what the course file names besides what is made: single files, suites
// with the folders in which they are, and what programs may read.
func (c *Course) given(r *resolver) (files, suites, open []place) {
	files = r.places(
		place{name: "the course file", path: c.File}, place{key: "submissions.roster", name: "the roster", path: c.Submissions.Roster},
		place{key: "secret", name: "the secret", path: c.Secret},
	)
	seen := make(map[string]bool)
	for i := range c.Tasks {
		t := &c.Tasks[i]
		for _, name := range t.Suites {
			// Of an embedded suite there is no such file; one that is missing has been
			// told of.
			if _, err := os.Stat(name); err == nil && !seen[name] {
				seen[name] = true
				suites = append(suites, r.places(place{key: fmt.Sprintf("task[%d].suites", i), name: "the suite " + name, path: name})...)
			}
		}
		for _, name := range slices.Concat(t.Read, t.AdapterFiles) {
			open = append(open, r.places(place{key: fmt.Sprintf("task[%d].read", i), name: name, path: name})...)
		}
	}
	return files, suites, open
}

// nested tells of submissions that lie in others, of which there may be many.
func nested(handed []place, tell teller) {
	at := make(map[string]place, len(handed))
	for _, h := range handed {
		at[h.path] = h
	}
	for _, h := range handed {
		for path := filepath.Dir(h.path); path != filepath.Dir(path); path = filepath.Dir(path) {
			if outer, ok := at[path]; ok {
				tell(h, "it is inside %s", outer.name)
			}
		}
	}
}

// A resolver finds where paths lead. Folders of submissions are many times the
// same.
type resolver struct{ known map[string]string }

// places are those that have a path, with that resolved.
func (r *resolver) places(list ...place) []place {
	var known []place
	for _, p := range list {
		if p.path != "" {
			p.path = r.real(p.path)
			known = append(known, p)
		}
	}
	return known
}

// entry is a path in a folder whose links are resolved: what has the name may be
// a link itself, or a pattern.
func (r *resolver) entry(path string) string {
	dir, base := filepath.Split(filepath.Clean(path))
	if strings.ContainsAny(dir, `*?[\`) && filepath.Separator == '/' {
		if absolute, err := filepath.Abs(path); err == nil {
			return absolute
		}
		return path
	}
	return filepath.Join(r.real(dir), base)
}

// real is an absolute path without links, as far as it is there.
func (r *resolver) real(path string) string {
	if known, ok := r.known[path]; ok {
		return known
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	rest := ""
	real := absolute
	for {
		resolved, err := filepath.EvalSymlinks(real)
		if err == nil {
			real = filepath.Join(resolved, rest)
			break
		}
		parent := filepath.Dir(real)
		if parent == real || !errors.Is(err, os.ErrNotExist) {
			real = absolute
			break
		}
		rest = filepath.Join(filepath.Base(real), rest)
		real = parent
	}
	if r.known == nil {
		r.known = make(map[string]string)
	}
	r.known[path] = real
	return real
}
