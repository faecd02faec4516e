package gamefolder

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// What a reference takes if its folder says nothing else (chapter 2), and the most
// that a folder may ask for: more than any machine for this has.
const (
	startDefault   = 10 * time.Second
	timeoutDefault = 10 * time.Second
	memoryDefault  = 1 << 30
	memoryMax      = 1 << 40
	memoryLeast    = 1 << 20 // a shell takes as much
	procsDefault   = 64
	procsMax       = 1 << 16
	outputDefault  = 16 << 20
	outputMax      = 1 << 30
	workersMax     = 1 << 10
)

// The words in commands that stand for something else.
const (
	BuildWord      = "{build}"
	TouchstoneWord = "{touchstone}"
)

// placeholder is a word in braces that may be meant as one of them.
var placeholder = text.Pattern(`\{[A-Za-z]+\}`)

// program reads [reference] or [second].
func (r *reader) program(t *document.Table) Program {
	// A number alone may be meant as megabytes as well: the format has sizes with a unit.
	size := func(key string, otherwise, least, most int64) int64 {
		if n, isNumber := t.Values[key].(int64); isNumber {
			t.Take(key)
			t.Mistyped(key, `a size such as "512M"`, n)
			return otherwise
		}
		return t.Size(key, otherwise, least, most)
	}
	p := Program{
		Start: startDefault, Timeout: timeoutDefault,
		Memory: size("memory", memoryDefault, memoryLeast, memoryMax), Procs: int(t.Whole("procs", procsDefault, 1, procsMax)),
		Output: size("output", outputDefault, 1, outputMax), Workers: int(t.Whole("workers", 0, 1, workersMax)),
		Env: t.Environment("env"), Build: texts(t, "build"), Line: t.Line(t.At("command")),
	}
	if d := t.Duration("start", timeoutMax); d > 0 {
		p.Start = d
	}
	if d := t.Duration("timeout", timeoutMax); d > 0 {
		p.Timeout = d
	}
	if required(t, "command") {
		p.Command = texts(t, "command")
		if list, ok := t.Values["command"].([]any); ok && len(list) == 0 {
			t.Wrong(t.At("command"), "expected a program and its arguments, found none")
		}
	}
	r.commandLine(t, "command", p.Command)
	r.commandLine(t, "build", p.Build)
	if list, ok := t.Values["build"].([]any); !t.Has("build") || ok && len(list) == 0 {
		// Without its folder the word would be nothing, and {build}/bin/sh the machine's own shell.
		if i := slices.IndexFunc(p.Command, func(word string) bool { return strings.Contains(word, BuildWord) }); i >= 0 {
			t.Wrong(fmt.Sprintf("%s[%d]", t.At("command"), i), "expected a key \"build\" beside it that writes the folder %s, found none", BuildWord)
		}
	}
	for i, path := range texts(t, "read") {
		absolute := r.absolute(path)
		if _, err := os.Stat(absolute); err != nil {
			t.Wrong(fmt.Sprintf("%s[%d]", t.At("read"), i), "expected a path that exists, found %q", path)
		}
		p.Read = append(p.Read, absolute)
	}
	t.End()
	return p
}

// commandLine looks at the words of a command: whether what they name is there, and whether each
// word in braces stands for something.
func (r *reader) commandLine(t *document.Table, key string, words []string) {
	if len(words) > 0 {
		r.programFile(t, key, words[0])
	}
	if len(words) > 1 {
		r.scriptFile(t, key, words[1])
	}
	for i, word := range words {
		for _, found := range placeholder().FindAllString(word, -1) {
			known := []string{BuildWord, TouchstoneWord}
			if near := game.Nearest(found, known); near != "" && !slices.Contains(known, found) {
				t.Wrong(fmt.Sprintf("%s[%d]", t.At(key), i), "nothing stands for %s; did you mean %s?", found, near)
			}
		}
	}
}

// programFile looks whether a program that is named by its path is there. What a
// build makes is not, and a word without a slash is looked up when it is started.
func (r *reader) programFile(t *document.Table, key, word string) {
	if !strings.Contains(word, "/") || strings.Contains(word, BuildWord) || strings.Contains(word, TouchstoneWord) {
		return
	}
	info, err := os.Stat(r.absolute(word))
	switch {
	case err != nil:
		t.Wrong(t.At(key), "expected a program that exists, found %q", word)
	case info.IsDir():
		t.Wrong(t.At(key), "expected a program, found %q, which is a folder", word)
	}
}

// scriptFile looks whether a script is there that an interpreter gets as its first argument.
// That it is not would be told as a fault of the reference, once for each case.
func (r *reader) scriptFile(t *document.Table, key, word string) {
	if !files.IsScript(word) || strings.ContainsAny(word, "{}") {
		return
	}
	path := r.absolute(word)
	if _, err := os.Stat(path); err != nil {
		near := ""
		if name := files.Near(path); name != "" {
			near = fmt.Sprintf("; did you mean %s?", filepath.Base(name))
		}
		t.Wrong(t.At(key)+"[1]", "expected a script that exists, found %q%s", word, near)
	}
}

// absolute is a path of game.toml, which starts in the folder.
func (r *reader) absolute(path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(r.path, path)
}
