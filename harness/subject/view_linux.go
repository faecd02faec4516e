package subject

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/touchstone-harness/touchstone/harness/text"
)

// A view is what a program sees of the machine's files: all else is not there.
// Its paths are absolute and, but for those of links, without links.
type view struct {
	Shown  []string          // files and folders that it can read
	Links  map[string]string // where they lead
	Write  []string          // folders in which it can write, too
	Hidden []string          // what it may not read in any case
	Masked []string          // those of them that lie in what is shown
	Open   []string          // what it may read although it lies in what is hidden
}

// systemPaths are the programs and libraries of the system, and what of its
// settings they need: nothing in them tells anything of its users.
var systemPaths = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store",
	// For the dynamic linker, the C library, and links between alternatives.
	"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime", "/etc/timezone",
	"/etc/locale.alias", "/etc/locale.conf", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/gai.conf", "/etc/protocols",
	"/etc/services", "/etc/os-release", "/etc/debian_version", "/etc/mime.types", "/etc/fonts",
	// For languages whose packages keep a part of themselves outside of /usr.
	"/etc/java*", "/etc/jvm*", "/etc/crypto-policies", "/etc/pki/java", "/etc/python*", "/etc/perl", "/etc/php*", "/etc/mono",
	"/etc/dotnet", "/etc/racket", "/etc/R", "/etc/julia", "/etc/erlang", "/etc/ghc*", "/etc/node*", "/etc/scala", "/etc/sbt",
	"/etc/maven", "/etc/gradle", "/etc/ant*", "/etc/swi-prolog", "/etc/sbclrc", "/etc/common-lisp",
	"/var/lib/ghc", "/var/lib/gems", "/var/lib/haskell-packages", "/var/lib/ocaml",
}

// networkPaths are what a program needs besides to speak with other machines.
var networkPaths = []string{"/etc/resolv.conf", "/etc/hosts", "/etc/ssl", "/etc/pki", "/etc/ca-certificates"}

// livingPaths are no files: what a program has there is its own.
var livingPaths = []string{"/proc", "/dev"}

// broadPaths are folders in which far more lies than one program: a view has
// them only if the user asks for them by name.
var broadPaths = []string{
	"/", "/home", "/root", "/opt", "/srv", "/mnt", "/media", "/var", "/tmp", "/var/tmp", "/run", "/etc", "/dev", "/proc", "/sys", "/boot",
}

// installedBeside are names that stand beside the folder of programs in an
// installation of a tool chain, but hardly ever in the home of a user.
var installedBeside = []string{"lib", "lib64", "libexec", "collects", "pyvenv.cfg"}

// pathVariables name files and folders from which languages load what programs
// import.
var pathVariables = []string{
	"LD_LIBRARY_PATH", "PYTHONPATH", "PYTHONHOME", "PYTHONUSERBASE", "PYENV_ROOT", "VIRTUAL_ENV", "CONDA_PREFIX",
	"JAVA_HOME", "JDK_HOME", "CLASSPATH", "NODE_PATH", "NVM_DIR", "GEM_HOME", "GEM_PATH", "RUBYLIB", "PERL5LIB",
	"PLTADDONDIR", "PLTCOLLECTS", "RUSTUP_HOME", "DOTNET_ROOT", "GUILE_LOAD_PATH", "JULIA_DEPOT_PATH",
	"OCAMLPATH", "CAML_LD_LIBRARY_PATH", "ERL_LIBS", "GOROOT",
}

// makefiles are files that call tools for who calls make.
var makefiles = []string{"GNUmakefile", "makefile", "Makefile"}

// How much of a script is looked at for the tools that it calls: a launcher is
// short.
const (
	scriptBytesMax = 64 << 10
	scriptWordsMax = 4096
)

// linksMax is how many links in a row the kernel follows, too.
const linksMax = 40

// Sees lists the files and folders that a program is shown besides the programs
// and libraries of the system: the installation of its tool chain, its folder,
// and what Read names. It is nil without isolation, and on other systems than
// Linux. The command must be resolved.
func (c *Command) Sees() []string {
	if c.Isolation == Unisolated {
		return nil
	}
	v := c.pool.plan()
	own := v.Shown[:0:0]
	for _, path := range v.Shown {
		if !slices.Contains(systemView().Shown, path) {
			own = append(own, path)
		}
	}
	return own
}

// A planner finds out what a program needs.
type planner struct {
	view    view
	home    string   // of the user
	path    []string // folders of programs outside of the system
	seen    []string // programs that have been looked at
	trusted []string // installations to which these folders belong
	tree    []string // folders whose files may be anybody's
}

// plan makes the view of the command.
func (c *Command) plan() view {
	p := planner{view: view{Links: map[string]string{}}}
	if home, err := os.UserHomeDir(); err == nil {
		p.home = real(home)
	}
	p.system(c.Network)
	env := variables(append(cleanEnvironment(""), c.Env...))
	for _, folder := range filepath.SplitList(env["PATH"]) {
		if filepath.IsAbs(folder) && !p.shows(folder) {
			p.path = append(p.path, filepath.Clean(folder))
			p.trusted = append(p.trusted, p.installation(filepath.Clean(folder)))
		}
	}
	p.tree = absolutes(slices.Concat(c.Read, c.Write))
	if dir := p.dir(c); dir != "" {
		p.tree = append(p.tree, dir)
	}
	for _, folder := range p.tree {
		p.show(folder)
	}
	for _, l := range absoluteLayers(c.Layers) {
		p.show(l.Path)
	}
	for _, folder := range absolutes(c.Write) {
		p.view.Write = append(p.view.Write, real(folder))
	}
	for _, name := range pathVariables {
		for _, path := range filepath.SplitList(env[name]) {
			if path = filepath.Clean(path); filepath.IsAbs(path) {
				p.showPart(name, path)
			}
		}
	}
	p.program(c.path)
	for i, word := range c.arguments() {
		p.word(c, i, word)
	}
	if c.Dir != "" {
		for _, name := range makefiles {
			p.calls(filepath.Join(c.Dir, name))
		}
	}
	p.view.Hidden = append(absolutes(c.Hide), p.copies(c)...)
	p.hide(c)
	p.tidy()
	return p.view
}

// hide takes what is hidden out of the view, but for what may be read in it.
func (p *planner) hide(c *Command) {
	open := absolutes(append(slices.Clone(c.Read), c.Write...))
	for _, l := range absoluteLayers(c.Layers) {
		open = append(open, l.Path)
	}
	for i := range open {
		open[i] = real(open[i])
	}
	p.view.Open = open
	for _, hidden := range p.view.Hidden {
		hidden = real(hidden)
		if p.shows(hidden) {
			p.view.Masked = append(p.view.Masked, hidden)
			p.forestall(hidden)
		}
		p.view.Shown = slices.DeleteFunc(p.view.Shown, func(path string) bool {
			return path != hidden && isBelow(path, hidden) && !slices.ContainsFunc(open, func(o string) bool { return isBelow(path, o) })
		})
		for _, path := range open {
			if path != hidden && isBelow(path, hidden) {
				p.view.Shown = append(p.view.Shown, path)
			}
		}
	}
	if dir := p.dir(c); dir != "" && !p.shows(real(dir)) {
		// It runs there, but finds nothing.
		p.view.Masked = append(p.view.Masked, real(dir))
	}
}

// siblingsMax is how many files of a folder are shown one by one.
const siblingsMax = 1024

// forestall hides a file that is still to come, in a folder below one in which
// programs may write: there Landlock cannot tell them apart. Of the nearest folder
// that is there, all is shown but what comes later.
func (p *planner) forestall(hidden string) {
	in := func(folder string) bool { return isBelow(hidden, folder) }
	if isThere(hidden) || !slices.ContainsFunc(slices.Collect(maps.Keys(ownFolders)), in) || slices.ContainsFunc(p.view.Write, in) {
		return
	}
	folder := filepath.Dir(hidden)
	for !isThere(folder) {
		folder = filepath.Dir(folder)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || !p.shows(folder) || slices.Contains(p.view.Masked, folder) {
		return
	}
	p.view.Masked = append(p.view.Masked, folder)
	for _, entry := range entries[:min(len(entries), siblingsMax)] {
		path := filepath.Join(folder, entry.Name())
		if target, err := os.Readlink(path); err == nil {
			p.view.Links[path] = target
		} else {
			p.view.Shown = append(p.view.Shown, path)
		}
	}
}

// dir is the absolute path of where the command runs, "" if that is private.
func (*planner) dir(c *Command) string {
	if c.Dir == "" {
		return ""
	}
	return absolutes([]string{c.Dir})[0]
}

// system shows what every program may need.
func (p *planner) system(network bool) {
	v := systemView()
	p.view.Shown = slices.Clone(v.Shown)
	for path, target := range v.Links {
		p.view.Links[path] = target
	}
	if network {
		for _, path := range networkPaths {
			p.show(path)
		}
	}
}

// systemView is the part of every view that is the same.
var systemView = sync.OnceValue(func() view {
	p := planner{view: view{Links: map[string]string{}}}
	for _, pattern := range systemPaths {
		// The patterns are well formed.
		found, _ := filepath.Glob(pattern)
		for _, path := range found {
			p.show(path)
		}
	}
	return p.view
})

// variables are those of an environment; the last of a name counts.
func variables(env []string) map[string]string {
	all := map[string]string{}
	for _, entry := range env {
		name, value, _ := strings.Cut(entry, "=")
		all[name] = value
	}
	return all
}

// real is a path without links, as far as there is something.
func real(path string) string {
	if found, err := filepath.EvalSymlinks(path); err == nil {
		return found
	}
	if found, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		// It is still to come.
		return filepath.Join(found, filepath.Base(path))
	}
	return path
}

// shows tells whether a path without links is in the view.
func (p *planner) shows(path string) bool {
	return slices.ContainsFunc(p.view.Shown, func(shown string) bool { return isBelow(path, shown) })
}

// isBelow tells whether a path is another one, or below it.
func isBelow(path, above string) bool {
	return path == above || strings.HasPrefix(path, withSlash(above))
}

// show shows a file or folder and the links that lead to it. What is not there
// is not shown.
func (p *planner) show(path string) {
	links := map[string]string{}
	for range linksMax {
		link, target := firstLink(path)
		if link == "" {
			break
		}
		if !p.shows(link) {
			links[link] = target
		}
		rest := strings.TrimPrefix(path, link)
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(link), target)
		}
		path = filepath.Join(target, rest)
	}
	if _, err := os.Lstat(path); err != nil || slices.ContainsFunc(livingPaths, func(living string) bool { return isBelow(path, living) }) {
		return
	}
	for link, target := range links {
		p.view.Links[link] = target
	}
	if !p.shows(path) {
		p.view.Shown = append(p.view.Shown, path)
	}
}

// firstLink finds the first link on the way to a file.
func firstLink(path string) (link, target string) {
	for i := 1; i <= len(path); i++ {
		if i < len(path) && path[i] != filepath.Separator {
			continue
		}
		if target, err := os.Readlink(path[:i]); err == nil {
			return path[:i], target
		}
	}
	return "", ""
}

// showPart shows what a variable names. Where the user's packages of Python are,
// there is much else.
func (p *planner) showPart(name, path string) {
	if name != "PYTHONUSERBASE" {
		if !p.isBroad(path) {
			p.show(path)
		}
		return
	}
	// The pattern is well formed, unless the path is strange.
	found, _ := filepath.Glob(filepath.Join(path, "lib", "python*"))
	for _, folder := range found {
		p.show(folder)
	}
}

// isBroad tells whether far more lies in a folder than one program.
func (p *planner) isBroad(folder string) bool {
	folder = real(folder)
	return slices.Contains(broadPaths, folder) || p.home != "" && (isBelow(p.home, folder) || folder == filepath.Join(p.home, ".local")) ||
		folder == real(temporary())
}

// installation is the folder with all that belongs to the programs of a folder.
func (p *planner) installation(folder string) string {
	above := filepath.Dir(folder)
	if !slices.Contains([]string{"bin", "sbin", "shims"}, filepath.Base(folder)) || p.isBroad(above) {
		return folder
	}
	for _, name := range installedBeside {
		if _, err := os.Stat(filepath.Join(above, name)); err == nil {
			return above
		}
	}
	return folder
}

// program shows the program that the command starts, and what it needs to start
// itself: the installation to which it belongs, the files to which links lead,
// interpreters, and the tools that a script calls.
func (p *planner) program(path string) {
	for range linksMax {
		if slices.Contains(p.seen, path) {
			return
		}
		p.seen = append(p.seen, path)
		inTree := p.inTree(path)
		if !inTree {
			p.file(path)
		}
		link, target := firstLink(path)
		if link == "" {
			break
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(link), target)
		}
		next := filepath.Join(target, strings.TrimPrefix(path, link))
		// Who has made a link in a tree must not choose what is shown.
		if inTree && !p.tool(next) {
			return
		}
		path = next
	}
	p.script(path)
}

// inTree tells whether a file may be anybody's.
func (p *planner) inTree(path string) bool {
	return slices.ContainsFunc(p.tree, func(folder string) bool { return isBelow(path, folder) || isBelow(real(path), real(folder)) })
}

// file shows a file with the installation or the folder to which it belongs,
// unless that has too much else.
func (p *planner) file(path string) {
	if p.shows(path) {
		return
	}
	if !p.tool(path) {
		if folder := p.installation(filepath.Dir(path)); !p.isBroad(folder) {
			p.show(folder)
		}
	}
	p.show(path)
}

// tool shows a file if it belongs to the system, or to an installation that is
// on the user's own path, and tells whether it does.
func (p *planner) tool(path string) bool {
	if p.shows(path) {
		return true
	}
	for _, folder := range p.trusted {
		if isBelow(path, folder) || isBelow(real(path), real(folder)) {
			if p.isBroad(folder) {
				p.show(path)
			} else {
				p.show(folder)
			}
			return true
		}
	}
	return false
}

// commandName is what may be the name of a command in a script.
var commandName = text.Pattern(`[A-Za-z0-9_.+-]+`)

// script shows the interpreter of a script, and the tools outside of the system
// that a script of a shell calls.
func (p *planner) script(path string) {
	line, ok := firstLine(path)
	words := strings.Fields(strings.TrimPrefix(line, "#!"))
	if !ok || !strings.HasPrefix(line, "#!") || len(words) == 0 {
		return
	}
	interpreter := words[0]
	if filepath.IsAbs(interpreter) && !p.tool(interpreter) && !p.inTree(path) {
		p.program(interpreter)
	}
	for _, name := range words[1:] {
		// As behind env.
		p.called(name)
	}
	if filepath.Base(interpreter) == "env" && len(words) > 1 {
		interpreter = words[len(words)-1]
	}
	if IsShell(interpreter) {
		p.calls(path)
	}
}

// calls shows the tools that a file names.
func (p *planner) calls(path string) {
	f, err := openFile(path)
	if err != nil {
		return
	}
	defer f.Close()
	text := make([]byte, scriptBytesMax)
	n, _ := f.Read(text)
	for _, name := range commandName().FindAllString(string(text[:n]), scriptWordsMax) {
		p.called(name)
	}
}

// called shows a tool outside of the system that is called by its name.
func (p *planner) called(name string) {
	for i, folder := range p.path {
		path := filepath.Join(folder, name)
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&0o111 == 0 {
			continue
		}
		if p.isBroad(p.trusted[i]) {
			p.show(path)
		} else {
			p.show(p.trusted[i])
		}
		// It may be a link into another installation.
		p.program(path)
		return
	}
}

// word shows what a word of the command line names: a file with its folder, or
// a folder. In a line for a shell, those of its words that are absolute paths,
// and the tools that it calls.
func (p *planner) word(c *Command, i int, text string) {
	if i == 0 {
		return
	}
	path := text
	if !filepath.IsAbs(path) && c.Dir != "" {
		path = filepath.Join(p.dir(c), path)
	}
	if info, err := os.Stat(path); err == nil && filepath.IsAbs(path) {
		path = filepath.Clean(path)
		if !info.IsDir() {
			p.program(path)
			if IsShell(c.Argv[0]) {
				p.calls(path)
			}
		} else if !p.isBroad(path) {
			p.show(path)
		}
		return
	}
	for _, part := range partsOf(text) {
		if !filepath.IsAbs(part) {
			p.called(part)
			if c.Dir != "" && strings.ContainsRune(part, filepath.Separator) {
				// As in sh ./build.sh.
				p.calls(filepath.Join(p.dir(c), part))
			}
			continue
		}
		if info, err := os.Stat(part); err == nil && info.Mode().IsRegular() {
			p.program(filepath.Clean(part))
		} else if err == nil && info.IsDir() && !p.isBroad(part) {
			p.show(filepath.Clean(part))
		}
	}
}

// partsOf are what may be names in a word of a command line.
func partsOf(word string) []string {
	return strings.FieldsFunc(word, func(r rune) bool { return strings.ContainsRune(" \t\n;&|<>()'\"=:,`$", r) })
}

// tidy removes what is in the view twice.
func (p *planner) tidy() {
	slices.Sort(p.view.Shown)
	var shown []string
	for _, path := range p.view.Shown {
		masked := slices.ContainsFunc(p.view.Masked, func(m string) bool { return path != m && isBelow(path, m) })
		if masked || !slices.ContainsFunc(shown, func(s string) bool { return isBelow(path, s) }) {
			shown = append(shown, path)
		}
	}
	p.view.Shown = shown
	slices.Sort(p.view.Masked)
	p.view.Masked = slices.Compact(p.view.Masked)
	for path := range p.view.Links {
		if p.shows(path) && !slices.Contains(p.view.Masked, filepath.Dir(path)) {
			delete(p.view.Links, path)
		}
	}
}
