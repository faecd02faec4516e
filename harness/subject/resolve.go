package subject

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// Resolve finds the program of the command once, before any run. The error is
// a *game.UsageError that says what is wrong with it and what to do.
func (c *Command) Resolve() error {
	if len(c.Argv) == 0 || c.Argv[0] == "" {
		return &game.UsageError{
			Message: "there is no program to test",
			Hint:    "write its command line after --, for example: -- python3 xturn.py",
		}
	}
	if info, err := os.Stat(c.Dir); c.Dir != "" && (err != nil || !info.IsDir()) {
		return &game.UsageError{Message: fmt.Sprintf("cannot run a program in %s: it is not a folder", c.Dir)}
	}
	path, err := exec.LookPath(c.program())
	if err != nil && !errors.Is(err, exec.ErrDot) {
		return c.notFound(err)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return &game.UsageError{
			Message: fmt.Sprintf("%s is a pipe, a socket or a device, not a program", c.program()),
			Hint:    "put a file in its place",
		}
	}
	if len(c.Inner) > 0 {
		inner := &Command{Argv: c.Inner, Dir: c.Dir, Isolation: Unisolated}
		if err := inner.Resolve(); err != nil {
			return err
		}
		inner.Close()
	}
	// The working folder of the program may be another one than ours.
	if path, err = filepath.Abs(path); err != nil {
		return &game.UsageError{Message: fmt.Sprintf("cannot find %s: %v", c.Argv[0], err)}
	}
	c.path = path
	if c.Isolation == "" {
		c.Isolation = Best
	}
	if c.pool == nil {
		fixed := *c
		if c.pool, err = newPool(&fixed); err != nil {
			return err
		}
	}
	return nil
}

// absolutes are paths that mean the same everywhere.
func absolutes(paths []string) []string {
	var list []string
	for _, path := range paths {
		if absolute, err := filepath.Abs(path); err == nil {
			path = absolute
		}
		list = append(list, path)
	}
	return list
}

// Close ends what is kept ready for runs of the command. It can be resolved
// again.
func (c *Command) Close() {
	if c.pool != nil {
		c.pool.close()
		c.pool = nil
	}
}

// notFound explains why the program cannot be found or may not be run.
func (c *Command) notFound(err error) error {
	name := c.program()
	bare := !strings.ContainsRune(name, filepath.Separator) && name != "." && name != ".."
	info, statErr := os.Stat(name)
	switch {
	case bare && statErr == nil && !info.IsDir():
		hint := fmt.Sprintf("to run the file in this folder, write ./%s", name)
		if by := c.interpreted(); by != "" && info.Mode().Perm()&0o111 == 0 {
			hint = "to run the file in this folder, write " + by
		}
		return &game.UsageError{Message: fmt.Sprintf("there is no program %q on the PATH", name), Hint: hint}
	case bare:
		return &game.UsageError{
			Message: fmt.Sprintf("there is no program %q on the PATH", name),
			Hint:    "write the path of the program, or the interpreter before it",
		}
	case errors.Is(statErr, fs.ErrNotExist):
		e := &game.UsageError{Message: fmt.Sprintf("there is no program %s", name)}
		if near := nearestFile(filepath.Dir(name), filepath.Base(name)); near != "" {
			e.Hint = fmt.Sprintf("did you mean %s?", filepath.Dir(name)+string(filepath.Separator)+near)
		} else {
			e.Hint = "build it first, or check the path: it starts in the folder where you started touchstone"
			if c.Dir != "" {
				e.Hint = fmt.Sprintf("build it first, or check the path: with --dir it starts in %s", text.Quote([]string{c.Dir}))
			}
		}
		return e
	case statErr == nil && info.IsDir():
		return &game.UsageError{
			Message: fmt.Sprintf("%s is a folder, not a program", name),
			Hint:    "name the program in it; where that needs an interpreter, write it before the program",
		}
	case statErr == nil:
		hint := fmt.Sprintf("run chmod +x %s, or write its interpreter before it", text.Quote([]string{name}))
		if by := c.interpreted(); by != "" {
			before := "give it a first line such as #!/usr/bin/env python3 and "
			if line, ok := firstLine(name); ok && strings.HasPrefix(line, "#!") {
				before = ""
			}
			hint = fmt.Sprintf("write %s, or %srun chmod +x %s", by, before, text.Quote([]string{name}))
		}
		return &game.UsageError{Message: fmt.Sprintf("%s is not executable", name), Hint: hint}
	}
	if statErr == nil {
		statErr = err
	}
	return &game.UsageError{
		Message: fmt.Sprintf("cannot run %s: %v", name, statErr), Hint: "check the path, and whether your user may look into its folders",
	}
}

// explain turns the error of a start that would fail again into one for
// people; nil stands for trouble of the machine.
func (c *Command) explain(err error) error {
	if usage, ok := errors.AsType[*game.UsageError](err); ok {
		return usage
	}
	name := c.Argv[0]
	switch {
	case errors.Is(err, syscall.ENOEXEC):
		message, hint := c.noProgram()
		return &game.UsageError{Message: name + message, Hint: hint}
	case errors.Is(err, fs.ErrNotExist), isOfLoader(err):
		if interpreter := shebang(c.path); interpreter != "" {
			why := "does not exist"
			if isOfLoader(err) {
				why = "cannot be started either"
			}
			e := &game.UsageError{
				Message: fmt.Sprintf("%s cannot be started: its first line names the interpreter %q, which %s", name, interpreter, why),
				Hint:    "correct that line, or write the interpreter before the script, for example: -- python3 " + name,
			}
			if strings.HasSuffix(interpreter, "\r") {
				e.Message = fmt.Sprintf("%s cannot be started: its lines end with CRLF, so the first one names %q", name, interpreter)
				e.Hint = mendLines(c.program())
			}
			return e
		}
		message := fmt.Sprintf("%s cannot be started: %v", name, text.Cause(err))
		if isOfLoader(err) {
			message = fmt.Sprintf("%s cannot be started: the loader that it names cannot start it: %v", name, text.Cause(err))
		}
		return &game.UsageError{
			Message: message,
			Hint:    "if it is a binary, this machine lacks its loader: build it here, or link it statically",
		}
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.E2BIG), errors.Is(err, syscall.ENOTDIR):
		return &game.UsageError{
			Message: fmt.Sprintf("%s cannot be started: %v", name, text.Cause(err)),
			Hint:    "check the first line of a script, and how long the arguments are; on a disk mounted with noexec no program starts",
		}
	}
	return nil
}

// noProgram says what is wrong with a file that the system does not take for a program, and what
// to do.
func (c *Command) noProgram() (message, hint string) {
	begin, known := beginning(c.path)
	switch before, _, marked := strings.Cut(begin, "#!"); {
	case known && begin == "":
		return " is empty", "save the program in it, or check the path"
	case marked && before == "\ufeff":
		return " begins with a byte order mark (BOM), so the system does not see its #!", "save it as UTF-8 without a byte order mark"
	case marked && strings.Trim(before, "\ufeff \t\r\n") == "":
		return " is not a program for this machine: something stands before its #!", "remove what stands before #!, also blanks and blank lines"
	}
	hint = "a script needs a first line such as #!/usr/bin/env python3; a binary must be built for this system"
	if by := c.interpreted(); by != "" {
		hint = fmt.Sprintf("write %s, or give it a first line such as #!/usr/bin/env python3", by)
	}
	return " is not a program for this machine", hint
}

// interpreted is the command line with the interpreter before the program, "" if the name of
// the program does not tell it.
func (c *Command) interpreted() string {
	if !strings.EqualFold(filepath.Ext(c.Argv[0]), ".py") {
		return ""
	}
	return text.Quote(append([]string{"python3"}, c.Argv...))
}

// isOfLoader tells of the error of a start whether it is that of what the program itself names
// to start with: an interpreter that is a script without end, or a loader that is empty or no
// loader.
func isOfLoader(err error) bool {
	return slices.ContainsFunc([]error{syscall.ELOOP, syscall.ENAMETOOLONG, syscall.EIO, badLoader}, func(one error) bool {
		return errors.Is(err, one)
	})
}

// shebangBytesMax is how much of a first line the Linux kernel looks at.
const shebangBytesMax = 256

// shebang returns the interpreter that the first line of a script names.
func shebang(path string) string {
	line, _ := firstLine(path)
	rest, ok := strings.CutPrefix(line, "#!")
	if !ok {
		return ""
	}
	// A carriage return at its end is the usual reason why it is not there.
	return strings.SplitN(strings.Trim(rest, " \t"), " ", 2)[0]
}

// firstLine returns the first line of a file without its line feed, and whether
// there is one. Of a longer one than the kernel looks at it is the beginning.
func firstLine(path string) (string, bool) {
	begin, ok := beginning(path)
	line, _, _ := strings.Cut(begin, "\n")
	return line, ok
}

// beginning returns as much of a file as the kernel looks at, and whether it can be read.
func beginning(path string) (string, bool) {
	f, err := openFile(path)
	if err != nil {
		return "", false
	}
	defer f.Close()
	begin, err := io.ReadAll(io.LimitReader(f, shebangBytesMax))
	return string(begin), err == nil
}

// openFile opens a file whose name the program, or who has built it, has chosen. To open
// a pipe would wait for somebody to write to it.
func openFile(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: errors.New("it is no regular file")}
	}
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
}
