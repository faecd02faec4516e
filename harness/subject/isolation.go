package subject

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// An Isolation says how far a program is kept apart from everything else.
type Isolation string

// The isolations.
const (
	// Strict uses all that Survey lists, and runs nothing if any of it is missing.
	Strict Isolation = "strict"
	// Best uses what the machine offers.
	Best Isolation = "best"
	// Unisolated runs the program as a shell would, where the harness runs and
	// with its environment; only its processes are kept together, and within
	// their limits.
	Unisolated Isolation = "none"
)

// Isolations are all of them, the strictest first.
func Isolations() []string { return []string{string(Strict), string(Best), string(Unisolated)} }

// ParseIsolation reads the name of an isolation.
func ParseIsolation(text string) (Isolation, error) {
	if !slices.Contains(Isolations(), text) {
		return "", game.Unknown("isolation", text, "of --isolation", Isolations(), "touchstone test --help")
	}
	return Isolation(text), nil
}

// A Facility is something by which a machine helps to keep programs apart.
type Facility struct {
	Name      string `json:"name"`
	Available bool   `json:"available"`
	Needed    bool   `json:"needed"`            // by strict isolation
	Detail    string `json:"detail,omitempty"`  // version or the like
	Why       string `json:"why,omitempty"`     // it is missing
	Follows   string `json:"follows,omitempty"` // what its presence, or its absence, means

	// TooManyFiles: this process may open no more files, so nobody knows what there is.
	TooManyFiles bool `json:"-"`
}

// StrictPossible tells whether nothing is missing that strict isolation needs.
func StrictPossible(facilities []Facility) bool {
	return !slices.ContainsFunc(facilities, func(f Facility) bool { return f.Needed && !f.Available })
}

// notStrict refuses strict isolation where something that it needs is missing.
func notStrict(facilities []Facility) error {
	var missing []string
	for _, f := range facilities {
		if f.Needed && !f.Available {
			missing = append(missing, f.Name)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return &game.UsageError{
		Message: "strict isolation is not possible here: missing " + strings.Join(missing, ", "),
		Hint:    `"touchstone doctor" says why; --isolation best uses what there is`,
	}
}

// scratchPrefix begins the names of the private folders. A keeper lets its
// program read nothing in the temporary folder that is called so.
const scratchPrefix = "touchstone-run-"

// temporary is the absolute path of the temporary folder: programs run
// elsewhere.
func temporary() string {
	path, err := filepath.Abs(os.TempDir())
	if err != nil {
		return os.TempDir()
	}
	return path
}

// A shelf has the folders in the temporary folder that there are, so that a harness which
// exits without having waited leaves none.
type shelf struct {
	mu     sync.Mutex
	paths  map[string]bool
	closed bool
}

// shelved are those of this process.
var shelved shelf

// make makes a folder for private folders, and returns its path without links. The error is
// a *game.UsageError: it is not the program's fault.
func (s *shelf) make() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return "", &game.UsageError{Message: "touchstone ends"}
	}
	path, err := os.MkdirTemp(temporary(), scratchPrefix)
	made := path
	if err == nil {
		if path, err = filepath.EvalSymlinks(path); err != nil {
			_ = os.Remove(made) // it is the next harness's otherwise
		}
	}
	if err != nil {
		return "", &game.UsageError{
			Message: fmt.Sprintf("cannot make a private folder for the program in %s: %v", temporary(), text.Cause(err)),
			Hint:    "set TMPDIR to a folder that you may write to",
		}
	}
	if s.paths == nil {
		s.paths = make(map[string]bool)
	}
	s.paths[path] = true
	return path, nil
}

// remove removes one of the folders with all that it contains. What cannot be removed is
// the program's doing, and tried again in the end.
func (s *shelf) remove(path string) {
	if os.RemoveAll(path) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.paths, path)
}

// close removes all of them, and no other is made.
func (s *shelf) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for path := range s.paths {
		_ = os.RemoveAll(path)
	}
}

// passed are the variables that a clean environment takes over: where programs
// are, how text is written, and where languages keep what programs import.
var passed = []string{
	"PATH", "LANG", "LANGUAGE", "TZ", "TERM",
	"LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
	"PYTHONPATH", "PYTHONHOME", "PYTHONUSERBASE", "PYENV_ROOT", "PYENV_VERSION", "VIRTUAL_ENV", "CONDA_PREFIX",
	"JAVA_HOME", "JDK_HOME", "CLASSPATH", "NODE_PATH", "NVM_DIR", "GEM_HOME", "GEM_PATH", "RUBYLIB", "PERL5LIB",
	"PLTADDONDIR", "PLTCOLLECTS", "RUSTUP_HOME", "CARGO_HOME", "DOTNET_ROOT", "GUILE_LOAD_PATH", "JULIA_DEPOT_PATH",
	"OCAMLPATH", "CAML_LD_LIBRARY_PATH", "ERL_LIBS",
	// Programs built with Go's race detector wait a second at their end, unless
	// this says otherwise.
	"GORACE",
	// Without these no program starts on Windows.
	"SYSTEMROOT", "SYSTEMDRIVE", "PATHEXT", "COMSPEC", "WINDIR",
}

// homed are variables that name a folder of the user's own by default. As the
// program gets another home they are set for it, where there is such a folder.
var homed = map[string]string{
	"PYTHONUSERBASE": ".local",
	"RUSTUP_HOME":    ".rustup",
	"PLTADDONDIR":    ".local/share/racket",
}

// cleanEnvironment is the environment of a program at home in a private folder;
// "": that is added later.
func cleanEnvironment(home string) []string {
	var env []string
	add := func(name, value string) { env = append(env, name+"="+value) }
	for _, entry := range os.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		if runtime.GOOS == "windows" {
			name = strings.ToUpper(name)
		}
		if slices.Contains(passed, name) || strings.HasPrefix(name, "LC_") {
			env = append(env, entry)
		}
	}
	if own, err := os.UserHomeDir(); err == nil {
		for name, below := range homed {
			path := filepath.Join(own, below)
			if _, err := os.Stat(path); err == nil && os.Getenv(name) == "" {
				add(name, path)
			}
		}
	}
	if home == "" {
		return env
	}
	add("HOME", home)
	add("TMPDIR", home)
	if runtime.GOOS == "windows" {
		add("TEMP", home)
		add("TMP", home)
		add("USERPROFILE", home)
	}
	return env
}

// arguments are those of the program. It does not run where the harness runs:
// so arguments that are the path of a file from there are made absolute.
func (c *Command) arguments() []string {
	if c.Isolation == Unisolated || c.Dir != "" {
		return c.Argv
	}
	argv := slices.Clone(c.Argv)
	for i, arg := range argv {
		if arg == "" || filepath.IsAbs(arg) || !c.meansFile(i) {
			continue
		}
		if path, err := filepath.Abs(arg); err == nil {
			argv[i] = path
		}
	}
	return argv
}

// meansFile tells whether an argument means the file of that name. A bare word
// such as "rules" only does behind an interpreter, as its script.
func (c *Command) meansFile(i int) bool {
	arg := c.Argv[i]
	if i > 0 && (arg == "." || arg == "..") {
		// As in java -cp . Main.
		return true
	}
	own := strings.ContainsRune(c.Argv[0], filepath.Separator)
	switch path := strings.ContainsRune(arg, filepath.Separator); {
	case path:
	case i == 0:
		return false
	case !strings.ContainsRune(arg, '.') && (own || i > 1):
		return false
	}
	info, err := os.Stat(arg)
	return err == nil && (info.Mode().IsRegular() || info.IsDir() && strings.ContainsRune(arg, filepath.Separator))
}

// Paths is the command line as somebody sees it who stands where the harness
// runs: words that are files of the folder in which the program runs lead
// there.
func (c *Command) Paths() []string {
	argv := slices.Clone(c.Argv)
	if c.Dir == "" {
		return argv
	}
	for i, arg := range argv {
		if i == 0 {
			argv[0] = c.program()
		} else if path := filepath.Join(c.Dir, arg); arg != "" && !filepath.IsAbs(arg) {
			if _, err := os.Stat(path); err == nil {
				argv[i] = path
			}
		}
	}
	return argv
}

// program is the program as the harness finds it: on the PATH, or by a path
// that starts in the folder in which the program runs.
func (c *Command) program() string {
	name := c.Argv[0]
	if c.Dir == "" || filepath.IsAbs(name) || !strings.ContainsRune(name, filepath.Separator) {
		return name
	}
	path := filepath.Join(c.Dir, name)
	if !strings.ContainsRune(path, filepath.Separator) {
		// It must not be looked for on the PATH.
		path = "." + string(filepath.Separator) + path
	}
	return path
}
