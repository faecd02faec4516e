package subject

import (
	"slices"
	"strconv"
	"strings"
)

const (
	// PortMark in a word of a command line stands for the port of a run; without
	// it the port is the last word.
	PortMark = "{port}"
	// PortVariable is the environment variable that has the port.
	PortVariable = "TOUCHSTONE_PORT"
)

// At is the same command for runs at a port, to which it listens or connects.
// It shares what is kept ready with the command, which must be resolved and is
// the one to be closed.
func (c *Command) At(port int) *Command {
	at := *c
	at.port = port
	return &at
}

// atPort is a command line and an environment with the port in them; without a
// port they stay as they are.
func atPort(argv, env []string, port int) ([]string, []string) {
	if port == 0 {
		return argv, env
	}
	text := strconv.Itoa(port)
	env = append(slices.Clip(env), PortVariable+"="+text)
	marked := false
	argv = slices.Clone(argv)
	for i, word := range argv {
		// The program itself has been found before.
		if i > 0 && strings.Contains(word, PortMark) {
			argv[i], marked = strings.ReplaceAll(word, PortMark, text), true
		}
	}
	if !marked {
		argv = append(argv, text)
	}
	return argv, env
}
