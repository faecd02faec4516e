package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/fuzz"
	"github.com/touchstone-harness/touchstone/harness/subject"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// choosePeer makes what the rules are held against.
func (l *fuzzReport) choosePeer(argv []string) error {
	if len(l.flags.against) > 0 {
		return l.chooseRules()
	}
	commands, err := l.commands(argv)
	if err != nil {
		return err
	}
	isolation, err := l.flags.isolated(l.desk.Rules)
	if err == nil {
		err = cmp.Or(areThere("read", l.flags.read), isFolderThere(l.flags.dir))
	}
	for _, words := range commands {
		err = cmp.Or(err, wordsApart(words))
	}
	if err != nil {
		return err
	}
	playedLive := l.desk.Task.Live != ""
	if playedLive && !l.command.Flags().Changed("timeout") {
		l.flags.timeout = l.flags.pace.timeout(l.desk.Rules)
	}
	limits := subject.Limits{
		Timeout: l.flags.timeout, CPU: l.flags.cpu, MemoryBytesMax: int64(l.flags.memory),
		ProcessesMax: l.flags.procs, OutputBytesMax: int(l.flags.output),
	}
	if l.jobs = l.flags.jobs; l.jobs == 0 {
		l.jobs = run.Jobs(limits, nil, playedLive)
	}
	for _, words := range commands {
		l.addProgram(words, isolation, limits)
	}
	if len(l.programs) == 1 {
		l.peer = l.programs[0]
		l.names = []string{"the rules", l.names[0]}
		return nil
	}
	l.peer = &fuzz.Two{A: l.programs[0], B: l.programs[1], Judge: l.judge}
	return nil
}

// commands are the one or two programs that a command line has, with --vs between them.
func (l *fuzzReport) commands(argv []string) ([][]string, error) {
	commands := [][]string{argv}
	if at := slices.Index(argv, versus); at >= 0 {
		commands = [][]string{argv[:at], argv[at+1:]}
		if len(commands[1]) == 0 {
			return nil, &game.UsageError{Message: "--vs needs a command after it", Hint: "for example -- ./program --vs ./other"}
		}
		if slices.Contains(commands[1], versus) {
			return nil, &game.UsageError{
				Message: "--vs is given twice, and it compares two commands",
				Hint:    "if a program has a flag --vs of its own, put its command into a script",
			}
		}
	}
	if len(commands[0]) == 0 {
		return nil, noProgram(l.command, "there is no program to compare with the rules",
			fmt.Sprintf("put it after --: %q; or name other rules with --against", "touchstone fuzz "+l.taskName+" -- ./program"))
	}
	return commands, nil
}

// addProgram adds a program to those that the search asks.
func (l *fuzzReport) addProgram(words []string, isolation subject.Isolation, limits subject.Limits) {
	s := &subject.Command{Argv: words, Dir: l.flags.dir, Isolation: isolation, Live: l.desk.Task.Live.Networked(), Read: l.flags.read}
	s.Hide = hidden(s, gamefolder.Files(l.desk.Game))
	s.Warn = func(message string) {
		fmt.Fprintf(l.command.ErrOrStderr(), "touchstone: %s\n", text.Visible(message))
		fmt.Fprintln(l.command.ErrOrStderr(), `hint: "touchstone doctor" says what is missing; --isolation strict never runs without it`)
	}
	config := run.Config{
		Game: l.desk.Game, Rules: l.desk.Rules, Task: l.desk.Task, Judge: l.judge, Subject: s,
		Limits: limits, Jobs: l.jobs, Lines: l.flags.protocol == protocolLines,
	}
	if l.desk.Task.Live != "" {
		config.Live = l.flags.pace.stage(l.desk, s)
	}
	l.programs = append(l.programs, &fuzz.Program{Config: config})
	l.again = append(l.again, s.String())
	l.names = append(l.names, s.String())
}

// chooseRules makes the other rules that --against names.
func (l *fuzzReport) chooseRules() error {
	other := l.flags.settings
	other.options = slices.Clone(other.options)
	chosen := make(map[string]string)
	for _, what := range l.flags.against {
		kind, name, _ := strings.Cut(what, ":")
		if first := chosen[kind]; first != "" && kind != "option" {
			return &game.UsageError{
				Message: fmt.Sprintf("--against %s and --against %s exclude each other: rules have one %s", first, what, kind),
				Hint:    "search once for each of them",
			}
		}
		chosen[kind] = what
		switch kind {
		case "mutant":
			other.mutant = name
		case "preset":
			other.preset, other.options = name, slices.Clone(other.options[len(l.flags.options):])
		case "option":
			other.options = append(other.options, name)
		default:
			return &game.UsageError{
				Message: fmt.Sprintf("--against is %q, expected mutant:ID, preset:NAME or option:NAME=VALUE", what),
				Hint:    fmt.Sprintf("%q lists them", "touchstone games "+l.desk.Game.Name+" mutants presets options"),
			}
		}
		if name == "" {
			return &game.UsageError{Message: fmt.Sprintf("--against %q names no %s", what, kind), Hint: "for example --against mutant:ID"}
		}
	}
	rules, err := other.rules(l.desk.Game)
	if err != nil {
		return err
	}
	if l.jobs = l.flags.jobs; l.jobs == 0 {
		l.jobs = run.Jobs(subject.Limits{}, nil, false)
	}
	title := strings.Join(l.flags.against, " ")
	settings, err := l.flags.settings.of(l.desk.Game)
	if err != nil {
		return err
	}
	l.peer = &fuzz.Other{
		Title: title, Rules: rules, Task: l.desk.Task, Judge: l.judge, Jobs: l.jobs,
		Causes: fuzz.Causes(l.desk.Game, l.desk.Task, settings, l.desk.Rules, rules, l.judge),
	}
	l.names = []string{"the rules", title}
	l.again = []string{text.Quote(append([]string{"touchstone", "solve", l.taskName}, other.flags()...))}
	switch m, ok := l.desk.Game.Mutant(other.mutant); {
	case !ok || l.out.quiet:
	case !slices.Contains(m.Tasks, l.desk.Task.Name):
		fmt.Fprintf(l.command.ErrOrStderr(), "touchstone: mutant %s answers %s correctly; it is wrong in %s\n", m.ID, l.taskName, strings.Join(m.Tasks, ", "))
	case m.Equivalent != "":
		fmt.Fprintf(l.command.ErrOrStderr(), "touchstone: no input tells mutant %s from the rules: %s\n", m.ID, m.Equivalent)
	}
	return nil
}

func (l *fuzzReport) close() {
	for _, p := range l.programs {
		p.Close()
		p.Config.Subject.Close()
	}
}
