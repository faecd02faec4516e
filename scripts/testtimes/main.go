// Testtimes runs the tests of packages and prints where their time goes:
// processor time and wall time of each package and of each test above 0.5 s,
// children included, compiling apart from running.
//
//	go run ./scripts/testtimes [-race] [-short] [-skip REGEXP] [-parallel N] PACKAGE...
//
// It is a program of two roles. Without TESTTIMES_LOG it runs go test, once
// without any test, which compiles and links, and once with all of them. In both
// runs it is its own -exec program: go test starts it with the path of a test
// binary, whose output it passes on and whose processor time it reads.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// threshold is the processor or wall time from which a test gets a line of its
// own: shorter ones do not repay a look.
const threshold = 500 * time.Millisecond

// entry is one line of the log: what a package, or a test of it, took.
type entry struct {
	Package string        `json:"package"`
	Test    string        `json:"test,omitempty"` // "" for the whole binary
	CPU     time.Duration `json:"cpu"`            // user and system, children included
	Wall    time.Duration `json:"wall"`
}

func main() {
	if log := os.Getenv("TESTTIMES_LOG"); log != "" {
		os.Exit(watch(log, os.Args[1:]))
	}
	race := flag.Bool("race", false, "run under the race detector")
	short := flag.Bool("short", false, "run as go test -short does")
	skip := flag.String("skip", "", "leave out the tests whose names match")
	parallel := flag.Int("parallel", 1, "tests of one package at once; with more than one a test's processor time holds that of its neighbours")
	flag.Parse()
	if err := measure(*race, *short, *skip, *parallel, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "testtimes:", err)
		os.Exit(1)
	}
}

// measure runs the tests of packages and prints the tables.
func measure(race, short bool, skip string, parallel int, packages []string) error {
	if len(packages) == 0 {
		packages = []string{"./..."}
	}
	dir, err := os.MkdirTemp("", "testtimes-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	log := filepath.Join(dir, "log")
	self, err := os.Executable()
	if err != nil {
		return err
	}
	arguments := []string{"test", "-vet=off", "-count=1", "-p", "1", "-timeout", "20m", "-parallel", strconv.Itoa(parallel)}
	if race {
		arguments = append(arguments, "-race")
	}
	if short {
		arguments = append(arguments, "-short")
	}
	if skip != "" {
		arguments = append(arguments, "-skip", skip)
	}
	compile, err := run(log, self, append(slices.Clone(arguments), append([]string{"-run", "^$"}, packages...)...))
	if err != nil {
		return fmt.Errorf("compiling the tests: %w", err)
	}
	if err := os.Remove(log); err != nil && !os.IsNotExist(err) {
		return err
	}
	all, failed := run(log, self, append(arguments, packages...))
	entries, err := read(log)
	if err != nil {
		return err
	}
	show(os.Stdout, entries, compile, all)
	return failed
}

// run runs go test with self as the program that starts test binaries.
func run(log, self string, arguments []string) (entry, error) {
	i := slices.Index(arguments, "test")
	arguments = slices.Insert(arguments, i+1, "-exec", self)
	command := exec.Command("go", arguments...)
	command.Env = append(os.Environ(), "TESTTIMES_LOG="+log)
	command.Stdout, command.Stderr = os.Stderr, os.Stderr
	start := time.Now()
	err := command.Run()
	took := entry{Wall: time.Since(start)}
	if command.ProcessState != nil {
		took.CPU = command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	}
	return took, err
}

// read returns the entries of a log.
func read(log string) ([]entry, error) {
	file, err := os.Open(log)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var entries []entry
	for decoder := json.NewDecoder(file); ; {
		var e entry
		if err := decoder.Decode(&e); err == io.EOF {
			return entries, nil
		} else if err != nil {
			return nil, fmt.Errorf("reading %s: %w", log, err)
		}
		entries = append(entries, e)
	}
}

// show prints the packages and the tests above the threshold, dearest first.
func show(w io.Writer, entries []entry, compile, all entry) {
	slices.SortStableFunc(entries, func(a, b entry) int { return cmp.Compare(b.CPU, a.CPU) })
	fmt.Fprintln(w, "    cpu    wall  package")
	for _, e := range entries {
		if e.Test == "" {
			fmt.Fprintf(w, "%7.2f %7.2f  %s\n", e.CPU.Seconds(), e.Wall.Seconds(), e.Package)
		}
	}
	fmt.Fprintln(w, "\n    cpu    wall  test")
	for _, e := range entries {
		if e.Test != "" && max(e.CPU, e.Wall) >= threshold {
			fmt.Fprintf(w, "%7.2f %7.2f  %s %s\n", e.CPU.Seconds(), e.Wall.Seconds(), e.Package, e.Test)
		}
	}
	fmt.Fprintf(w, "\n%7.2f %7.2f  compiling and linking\n%7.2f %7.2f  all, with linking\n",
		compile.CPU.Seconds(), compile.Wall.Seconds(), all.CPU.Seconds(), all.Wall.Seconds())
}

// watch runs a test binary and writes to the log what it and its tests took. It
// returns the binary's exit status.
func watch(log string, arguments []string) int {
	// The binary gets signals itself, as a member of the same process group.
	signal.Ignore(os.Interrupt, syscall.SIGQUIT)
	// Without -test.v nobody tells when a test begins.
	arguments = append(slices.Clone(arguments), "-test.v")
	command := exec.Command(arguments[0], arguments[1:]...)
	command.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "TESTTIMES_LOG=") })
	command.Stdin, command.Stderr = os.Stdin, os.Stderr
	out, err := command.StdoutPipe()
	if err != nil {
		fmt.Fprintln(os.Stderr, "testtimes:", err)
		return 2
	}
	start := time.Now()
	if err := command.Start(); err != nil {
		fmt.Fprintln(os.Stderr, "testtimes:", err)
		return 2
	}
	folder, _ := os.Getwd()
	name := filepath.Base(filepath.Dir(folder)) + "/" + filepath.Base(folder)
	entries := follow(out, name, command.Process.Pid)
	command.Wait()
	state := command.ProcessState
	entries = append(entries, entry{Package: name, CPU: state.UserTime() + state.SystemTime(), Wall: time.Since(start)})
	if err := write(log, entries); err != nil {
		fmt.Fprintln(os.Stderr, "testtimes:", err)
		return 2
	}
	if code := state.ExitCode(); code >= 0 {
		return code
	}
	return 2
}

// follow reads the output of a test binary, passes on what is no mark of
// progress, and returns what each test took: the processor time of the process
// between the marks goes to the test that ran, and to those that it is a part of.
func follow(out io.Reader, name string, pid int) []entry {
	took := make(map[string]*entry)
	var order []string
	running := ""
	lastCPU, lastWall := spent(pid), time.Now()
	settle := func() {
		cpu, wall := spent(pid), time.Now()
		for test := running; test != ""; test = test[:max(0, strings.LastIndexByte(test, '/'))] {
			e := took[test]
			if e == nil {
				e = &entry{Package: name, Test: test}
				took[test], order = e, append(order, test)
			}
			e.CPU += cpu - lastCPU
			e.Wall += wall.Sub(lastWall)
		}
		lastCPU, lastWall = cpu, wall
	}
	for lines := bufio.NewReader(out); ; {
		line, err := lines.ReadString('\n')
		mark, test, ok := progress(line)
		switch {
		case !ok && line != "":
			os.Stdout.WriteString(line)
		case mark == "run" || mark == "cont":
			settle()
			running = test
		case mark == "end" || mark == "pause":
			settle()
			running = test[:max(0, strings.LastIndexByte(test, '/'))]
		}
		if err != nil {
			break
		}
	}
	entries := make([]entry, 0, len(order))
	for _, test := range order {
		entries = append(entries, *took[test])
	}
	return entries
}

// progress reads a line such as "=== RUN   TestX" or "    --- PASS: TestX/y (0.01s)".
func progress(line string) (mark, test string, ok bool) {
	fields := strings.Fields(line)
	if len(fields) < 3 {
		return "", "", false
	}
	switch fields[0] {
	case "===":
		switch fields[1] {
		case "RUN", "NAME":
			return "run", fields[2], true
		case "CONT":
			return "cont", fields[2], true
		case "PAUSE":
			return "pause", fields[2], true
		}
	case "---":
		switch fields[1] {
		case "PASS:", "FAIL:", "SKIP:":
			if fields[1] == "FAIL:" {
				os.Stdout.WriteString(line)
			}
			return "end", fields[2], true
		}
	}
	return "", "", false
}

// spent is the processor time of a process and of its children that it has
// waited for, from the file stat of proc; 0 where there is none.
func spent(pid int) time.Duration {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The name of the program stands in brackets and may hold anything.
	_, rest, _ := strings.Cut(string(data[strings.LastIndexByte(string(data), ')')+1:]), " ")
	fields := strings.Fields(rest)
	if len(fields) < 15 {
		return 0
	}
	var ticks int64
	for _, field := range fields[11:15] { // utime, stime, cutime, cstime
		n, _ := strconv.ParseInt(field, 10, 64)
		ticks += n
	}
	const tick = time.Second / 100 // USER_HZ is 100 on every Linux that Go runs on
	return time.Duration(ticks) * tick
}

// write appends entries to the log, in one write, since several may do so.
func write(log string, entries []entry) error {
	var text []byte
	for _, e := range entries {
		line, err := json.Marshal(e)
		if err != nil {
			return err
		}
		text = append(append(text, line...), '\n')
	}
	file, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}
