package grade

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/archive"
	"github.com/touchstone-harness/touchstone/harness/course/folder"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/report"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A state is what is kept of a submission between runs, beside its tree.
type state struct {
	Form   int      `json:"form"`   // stateForm
	Source string   `json:"source"` // the checksum of what was handed in
	Limits string   `json:"limits"` // to which it was unpacked
	Own    []string `json:"own"`    // paths of the team's suites that were set aside
	// OwnFaults say of these why one is not read, "" for one that is.
	OwnFaults []string `json:"ownFaults,omitempty"`
	Refused   string   `json:"refused,omitempty"`
	Tree      string   `json:"tree,omitempty"` // the checksum of the tree before any build
	Top       string   `json:"top,omitempty"`  // where it begins, in the folder of the tree
	// Copies are the files that are copies of touchstone, after the build.
	Copies []string `json:"copies,omitempty"`
	// Begun tells that a build may have changed the tree.
	Begun  bool    `json:"begun,omitempty"`
	Builds []build `json:"builds,omitempty"` // all of them, or none

	team    string
	folder  string // that holds all of it
	trouble string // why this machine could not unpack it
}

// stateForm changes when old states mean nothing any more.
const stateForm = 2

// The names in the folder of a team.
const (
	stateName = "state.json"
	treeName  = "tree"
	ownName   = "own"
	homeName  = "home"
)

// folder is where the tree of a team is kept.
func (e *Engine) folder(team string) string { return filepath.Join(e.Course.Work, "teams", team) }

// tree is where the submission begins.
func (s *state) tree() string { return filepath.Join(s.folder, treeName, s.Top) }

// open opens the folder in which the submission begins.
func (s *state) open() (*os.Root, error) { return folder.OpenFolder(s.tree()) }

// hasDir tells whether the folder is there in which the command lines of a task
// start. One that a link out of the submission stands for is not.
func (s *state) hasDir(t *course.Task) bool {
	root, err := s.open()
	if err != nil {
		return false
	}
	defer root.Close()
	info, err := root.Stat(filepath.FromSlash(t.Dir))
	return err == nil && info.IsDir()
}

// dir is where the command lines of a task start.
func (s *state) dir(t *course.Task) string { return filepath.Join(s.tree(), filepath.FromSlash(t.Dir)) }

// ownSuites are the paths of the teams' suites, each once.
func (e *Engine) ownSuites() []string {
	var list []string
	for i := range e.Course.Tasks {
		if own := e.Course.Tasks[i].Own.Suite; own != "" && !slices.Contains(list, own) {
			list = append(list, own)
		}
	}
	return list
}

// save writes the state as a whole or not at all.
func (s *state) save() error {
	raw, err := json.Marshal(s, json.Deterministic(true))
	if err != nil {
		return err
	}
	f, err := report.CreateFile(filepath.Join(s.folder, stateName))
	if err != nil {
		return err
	}
	if _, err := f.Write(raw); err != nil {
		f.Discard()
		return err
	}
	return f.Commit()
}

// alone does something while no other process that grades the course, another
// shard for example, does what has the same name.
func (e *Engine) alone(name string, do func() error) error {
	locks := filepath.Join(e.Course.Work, "locks")
	if err := os.MkdirAll(locks, 0o700); err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(locks, name))
	if err != nil {
		return err
	}
	defer file.Close()
	if err := lock(file); err != nil {
		return fmt.Errorf("lock %s: %w", file.Name(), err)
	}
	return do()
}

// unpacked makes sure that a submission is unpacked, whatever a build has made
// of it since.
func (e *Engine) unpacked(ctx context.Context, s course.Submission) (st *state, err error) {
	err = e.alone("team-"+s.Team, func() error {
		st, err = e.unpackOnce(ctx, s)
		return err
	})
	return e.orTrouble(ctx, s, st, err)
}

func (e *Engine) unpackOnce(ctx context.Context, s course.Submission) (*state, error) {
	sum, refused, err := e.sourceSum(ctx, s)
	if err != nil {
		return nil, err
	}
	limits := e.limits()
	st := &state{folder: e.folder(s.Team), team: s.Team}
	if raw, err := os.ReadFile(filepath.Join(st.folder, stateName)); err == nil {
		// One that cannot be read is none.
		known := json.Unmarshal(raw, st) == nil && st.Form == stateForm
		if known && st.Source == sum && st.Limits == e.bounds() && slices.Equal(st.Own, e.ownSuites()) {
			if _, err := os.Stat(st.tree()); err == nil || st.Refused != "" {
				return st, nil
			}
		}
	}
	*st = state{Form: stateForm, Source: sum, Limits: e.bounds(), Own: e.ownSuites(), folder: st.folder, team: s.Team}
	if refused != "" {
		if err := errors.Join(folder.Remove(st.folder), os.MkdirAll(st.folder, 0o700)); err != nil {
			return nil, err
		}
		st.Refused = refused
		return st, st.save()
	}
	return st, e.unpack(ctx, s, st, limits)
}

// The bounds of the suites that a team has written itself, and why.
const (
	// ownBytesMax is far more than anybody writes by hand, and ownCaseBytes what
	// a large case has, where more cases count than by default. All suites of
	// a task are in memory where they count for other teams.
	ownBytesMax  = 4 << 20
	ownCaseBytes = 20 << 10
	// ownFilesMax is for folders with two files a case, and others beside them.
	ownFilesMax  = 1000
	ownCaseFiles = 4
)

// ownLimits are those of the team's suite at a path.
func (e *Engine) ownLimits(own string) archive.Limits {
	l := archive.Limits{BytesMax: ownBytesMax, FilesMax: ownFilesMax}
	for i := range e.Course.Tasks {
		if o := &e.Course.Tasks[i].Own; o.Suite == own {
			l.BytesMax = max(l.BytesMax, int64(o.CasesMax)*ownCaseBytes)
			l.FilesMax = max(l.FilesMax, o.CasesMax*ownCaseFiles)
		}
	}
	return l
}

// bounds are all the limits that decide what is unpacked and set aside.
func (e *Engine) bounds() string {
	all := []archive.Limits{e.limits()}
	for _, own := range e.ownSuites() {
		all = append(all, e.ownLimits(own))
	}
	return fmt.Sprint(all)
}

// limits are those of what a team hands in.
func (e *Engine) limits() archive.Limits {
	return archive.Limits{BytesMax: e.Course.Submissions.BytesMax, FilesMax: e.Course.Submissions.FilesMax}
}

// unpack unpacks a submission into a fresh folder.
func (e *Engine) unpack(ctx context.Context, s course.Submission, st *state, limits archive.Limits) error {
	defer e.patiently(s.Team, "unpacking its submission")()
	tree := filepath.Join(st.folder, treeName)
	if err := folder.Remove(st.folder); err != nil {
		return err
	}
	if err := os.MkdirAll(tree, 0o700); err != nil {
		return err
	}
	if s.Path == "" {
		st.Refused = "there is no submission"
		return st.save()
	}
	err := archive.Unpack(ctx, s.Path, tree, limits)
	if refusal, ok := errors.AsType[*archive.Refusal](err); ok {
		st.Refused = text.Visible(refusal.Error())
		if err := folder.Remove(tree); err != nil {
			return err
		}
		return st.save()
	}
	if err != nil {
		return err
	}
	// The folder in which this one was made may have left it a bit of its own.
	if err := folder.Strip(ctx, tree); err != nil {
		return err
	}
	if st.Tree, err = archive.Hash(ctx, tree, limits); err != nil {
		return err
	}
	if info, statErr := os.Lstat(s.Path); statErr == nil && !info.IsDir() {
		top, err := archive.Top(tree)
		if err != nil {
			return err
		}
		if st.Top, err = filepath.Rel(tree, top); err != nil {
			return err
		}
	}
	if err := e.setAside(ctx, st); err != nil {
		return err
	}
	if err := st.findCopies(ctx); err != nil {
		return err
	}
	return st.save()
}

// setAside copies the team's own suites to where no build can change them.
func (e *Engine) setAside(ctx context.Context, st *state) error {
	root, err := folder.OpenFolder(st.tree())
	if err != nil {
		return err
	}
	defer root.Close()
	st.OwnFaults = make([]string, len(st.Own))
	for i, own := range st.Own {
		info, err := root.Stat(filepath.FromSlash(own))
		if err != nil {
			continue // the part of the task says that there is none
		}
		limits := e.ownLimits(own)
		to := filepath.Join(st.folder, ownName, filepath.FromSlash(own))
		switch {
		case info.IsDir():
			if err = os.MkdirAll(to, 0o700); err == nil {
				err = copyFolder(ctx, root, own, to, limits)
			}
		case info.Size() > limits.BytesMax:
			err = &archive.Refusal{Why: fmt.Sprintf("it has more than %s", text.Bytes(limits.BytesMax))}
		default:
			if err = os.MkdirAll(filepath.Dir(to), 0o700); err == nil {
				err = copyFile(root, own, to)
			}
		}
		if refusal, ok := errors.AsType[*archive.Refusal](err); ok {
			st.OwnFaults[i] = text.Visible(refusal.Error())
			err = folder.Remove(to)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ownFault says why the team's suite at a path is not read, "" if it is.
func (s *state) ownFault(own string) string {
	if i := slices.Index(s.Own, own); i >= 0 && i < len(s.OwnFaults) {
		return s.OwnFaults[i]
	}
	return ""
}

func copyFolder(ctx context.Context, root *os.Root, from, to string, limits archive.Limits) error {
	source, err := root.OpenRoot(filepath.FromSlash(from))
	if err != nil {
		return err
	}
	defer source.Close()
	return archive.Copy(ctx, source, to, limits)
}

func copyFile(root *os.Root, from, to string) error {
	in, err := root.Open(filepath.FromSlash(from))
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if closeErr := out.Close(); err == nil {
		err = closeErr
	}
	return err
}

// sourceSum is the checksum of what was handed in, and why it is refused before
// it is unpacked, "" if it is not.
func (e *Engine) sourceSum(ctx context.Context, s course.Submission) (sum, refused string, err error) {
	if s.Path == "" {
		return "", "", nil
	}
	defer e.patiently(s.Team, "reading its submission")()
	sum, err = archive.Sum(ctx, s.Path, e.limits())
	if refusal, ok := errors.AsType[*archive.Refusal](err); ok {
		refused = text.Visible(refusal.Error())
		return sumOf("refused", refused), refused, nil
	}
	return sum, "", err
}

// handedIn is the checksum of what a team has handed in. There is one also for what is
// refused, and for what this machine cannot read: the team hears of that when it is graded.
func (e *Engine) handedIn(ctx context.Context, s course.Submission) (string, error) {
	sum, _, err := e.sourceSum(ctx, s)
	if unreadable, ok := errors.AsType[*archive.Unreadable](err); ok {
		return sumOf("unreadable", unreadable.Error()), nil
	}
	return sum, err
}

// orTrouble makes of an error that is about one team a state that says so: nobody
// else is to suffer for it.
func (e *Engine) orTrouble(ctx context.Context, s course.Submission, st *state, err error) (*state, error) {
	switch _, ours := errors.AsType[*game.UsageError](err); {
	case err == nil:
		return st, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case ours:
		return nil, err
	}
	why := text.Visible(fmt.Sprintf("this machine could not unpack or build the submission: %v", err))
	hint := ""
	if unreadable, ok := errors.AsType[*archive.Unreadable](err); ok {
		why = text.Visible(fmt.Sprintf("this machine cannot read the submission: %v", unreadable))
		if unreadable.Closed() {
			hint = fmt.Sprintf("give your user the right to read %s (its owner can: chmod -R u+rX), then run the same command again", s.Path)
		}
	}
	if message := fmt.Sprintf("team %s: %s", s.Team, why); e.first(message) {
		e.fail(message, hint)
	}
	return &state{Own: e.ownSuites(), folder: e.folder(s.Team), team: s.Team, trouble: why}, nil
}

// sumOf is the checksum of values without pointers and maps, as Go writes them.
func sumOf(values ...any) string {
	h := sha256.New()
	for _, v := range values {
		fmt.Fprintf(h, "%#v\n", v)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// scrub leaves the place of the tree out of a text: it says nothing to the team,
// and is another one on another machine.
func (s *state) scrub(said string) string {
	if absolute, err := filepath.Abs(s.tree()); err == nil {
		said = strings.ReplaceAll(said, absolute+"/", "")
		said = strings.ReplaceAll(said, absolute, ".")
	}
	said = strings.ReplaceAll(said, s.tree()+"/", "")
	return strings.ReplaceAll(said, s.tree(), ".")
}

func (e *Engine) taskNamed(name string) *course.Task {
	for i := range e.Course.Tasks {
		if e.Course.Tasks[i].Name == name {
			return &e.Course.Tasks[i]
		}
	}
	return nil
}

// casesSum is the same for the same cases in the same order.
func casesSum(cases []suite.Case) string {
	h := sha256.New()
	for i := range cases {
		c := &cases[i]
		fmt.Fprintf(h, "%q %d %d %t %v\n", c.ID, len(c.In), len(c.Out), c.Out == nil, c.Options)
		for _, v := range slices.Concat(c.In, c.Out) {
			fmt.Fprintf(h, "%d:%s\n", len(v), v)
		}
		if c.Broken != nil {
			fmt.Fprintf(h, "%s\n", c.Broken.Message)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
