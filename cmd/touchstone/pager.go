package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// A pager holds what a command prints until it has ended, and then shows it page
// by page, if it is longer than the terminal is high.
type pager struct {
	terminal *os.File
	text     bytes.Buffer
	exact    bool // no line is broken
}

// paged is where a command writes what people read at leisure: a pager on a
// terminal, else standard output.
func (o *output) paged(c *cobra.Command) io.Writer {
	stdout, ok := c.OutOrStdout().(*outlet)
	if !ok || o.noPager || o.format != "text" || !isTerminal(stdout) || os.Getenv("TERM") == "dumb" || pagerCommand() == "" {
		return c.OutOrStdout()
	}
	if stdout.pager == nil {
		s, _ := stdout.w.(*display)
		stdout.pager = &pager{terminal: fileOf(stdout), exact: s != nil && s.exact}
	}
	return &stdout.pager.text
}

// pagerCommand is the command that shows pages, "" for none: that of the user,
// else less, else more.
func pagerCommand() string {
	for _, name := range []string{"TOUCHSTONE_PAGER", "PAGER"} {
		if command, set := os.LookupEnv(name); set {
			if command = strings.TrimSpace(command); command == "cat" {
				return ""
			}
			return command
		}
	}
	for _, name := range []string{"less", "more"} {
		if _, err := exec.LookPath(name); err == nil {
			return name
		}
	}
	return ""
}

// show prints what the command has written, and waits for the reader. The exit
// status is that of the command: what becomes of the pager changes nothing.
func (p *pager) show(stderr io.Writer) {
	var shown bytes.Buffer
	_, _ = (&display{to: &shown, file: p.terminal, ascii: asciiLocale(), exact: p.exact}).Write(p.text.Bytes()) // a buffer takes everything
	p.text = shown
	_, height, err := term.GetSize(int(p.terminal.Fd()))
	if err != nil || bytes.Count(p.text.Bytes(), []byte("\n")) < height {
		_, _ = p.text.WriteTo(p.terminal)
		return
	}
	words := []string{"sh", "-c", pagerCommand()}
	command := exec.Command(words[0], words[1:]...)
	if f := fileOf(stderr); f != nil {
		stderr = f // the terminal itself, by which pagers ask for keys
	}
	command.Stdin, command.Stdout, command.Stderr = bytes.NewReader(p.text.Bytes()), p.terminal, stderr
	command.Env = os.Environ()
	if _, set := os.LookupEnv("LESS"); !set {
		// Colours stay, a short text ends at once, and the screen keeps it.
		command.Env = append(command.Env, "LESS=FRX")
	}
	// Ctrl-C is for the pager, which goes back to its prompt.
	ignored := make(chan os.Signal, 1)
	signal.Notify(ignored, os.Interrupt, syscall.SIGQUIT)
	defer signal.Stop(ignored)
	if err := command.Start(); err != nil {
		fmt.Fprintf(stderr, "touchstone: the pager %q does not start: %v\n", words[2], err)
		_, _ = p.text.WriteTo(p.terminal)
		return
	}
	_ = command.Wait()
}
