package suite

import (
	"path/filepath"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// unnameable is what stands in no name of a case.
var unnameable = text.Pattern(`[^A-Za-z0-9._+-]+`)

// Import puts the cases of suites that were found below a folder into one, whose
// names say where they were found: "team7/Tests/3". Those that cannot be read come
// back apart.
func Import(root string, paths []string, suites []*Suite) (cases []Case, broken []Case) {
	names := make(map[string]bool)
	for i, s := range suites {
		prefix := ""
		if below, err := filepath.Rel(root, paths[i]); err == nil && len(suites) > 1 {
			prefix = strings.TrimSuffix(filepath.ToSlash(below), manifestEnding)
		}
		for _, c := range s.Cases {
			if c.Broken != nil {
				broken = append(broken, c)
				continue
			}
			c.Name = freshName(prefix+"/"+c.Name, names)
			c.AnyRun = false
			cases = append(cases, c)
		}
	}
	return cases, broken
}

// freshName makes a name that a case may have, and none has yet.
func freshName(path string, names map[string]bool) string {
	var parts []string
	for part := range strings.SplitSeq(path, "/") {
		part = unnameable().ReplaceAllString(part, "-")
		if part != "" && part != "." && part != ".." {
			parts = append(parts, part)
		}
	}
	name := strings.Join(parts, "/")
	if len(name) > NameBytesMax/2 {
		name = name[len(name)-NameBytesMax/2:]
	}
	name = strings.Trim(name, "/")
	for names[name] || name == "" {
		name += "x"
	}
	names[name] = true
	return name
}
