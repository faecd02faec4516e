package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// programBytesMax bounds how much of a file is looked at to see whether the
// program has changed: all of what compilers make, and the beginning of data.
const programBytesMax = 256 << 20

// terms are what decides the verdicts of a run beyond what its header says. The
// contents of a program that a setup builds are not among them: it may not be
// there yet.
func (f *testFlags) terms(config *run.Config) (game.SettingList, error) {
	protocol := protocolSpawn
	if config.Lines {
		protocol = protocolLines
	}
	deliveries := []string{}
	for _, d := range config.Deliveries {
		deliveries = append(deliveries, d.String())
	}
	limits := config.Limits
	list := []struct {
		name  string
		value any
	}{
		{"protocol", protocol},
		{"deliveries", deliveries},
		{"codes", f.codes},
		{"pedantic", f.pedantic},
		{"mutant", f.mutant},
		{"repeat", config.Repeat},
		{"retries", config.Retries},
		{"flaky", f.flaky},
		{"timeout_ms", limits.Timeout.Milliseconds()},
		{"first_byte_ms", limits.FirstByte.Milliseconds()},
		{"cpu_ms", limits.CPU.Milliseconds()},
		{"memory_bytes", limits.MemoryBytesMax},
		{"processes", limits.ProcessesMax},
		{"output_bytes", limits.OutputBytesMax},
		{"isolation", f.isolation},
		{"dir", f.dir},
		{"read", f.read},
		{"adapter", f.adapter},
		{"stdin", f.stdin},
		{"setup", config.Setup.Command},
		{ledger.TermCases, casesSum(config.Cases)},
	}
	if f.whole != nil {
		list = append(list, struct {
			name  string
			value any
		}{ledger.TermWhole, casesSum(f.whole)})
	}
	if config.Game.Checksum != nil {
		sum, err := config.Game.Checksum()
		if err != nil {
			return nil, err
		}
		list = append(list, struct {
			name  string
			value any
		}{ledger.TermGame, sum})
	}
	var terms game.SettingList
	for _, term := range list {
		value, err := json.Marshal(term.value)
		if err != nil {
			return nil, err
		}
		terms = append(terms, game.Setting{Name: term.name, Value: value})
	}
	if config.Setup.Command != "" {
		return terms, nil
	}
	sum, err := programSum(config.Subject.Paths())
	if err != nil {
		return nil, err
	}
	return append(terms, game.Setting{Name: ledger.TermProgram, Value: jsontext.Value(`"` + sum + `"`)}), nil
}

// casesSum is the same for the same cases in the same order.
func casesSum(cases suite.Cases) string {
	h := sha256.New()
	for i := range cases.Len() {
		c := cases.Read(i)
		fmt.Fprintf(h, "%q %d %d %t\n", c.ID, len(c.In), len(c.Out), c.Out == nil)
		for _, v := range slices.Concat(c.In, c.Out) {
			fmt.Fprintf(h, "%d:%s\n", len(v), v)
		}
	}
	return sumText(h)
}

func sumText(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }

// programSum is the same as long as the program and the files that its command
// line names have the same contents. Files that are not there have none.
func programSum(words []string) (string, error) {
	h := sha256.New()
	for i, word := range words {
		if i == 0 && !strings.ContainsRune(word, filepath.Separator) {
			found, err := exec.LookPath(word)
			if err != nil {
				continue
			}
			word = found
		}
		info, err := os.Stat(word)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		file, err := os.Open(word)
		if errors.Is(err, os.ErrPermission) {
			// A program may be run that may not be read.
			fmt.Fprintf(h, "%d %d %v\n", i, info.Size(), info.ModTime().UTC())
			continue
		}
		if err == nil {
			fmt.Fprintf(h, "%d %d\n", i, info.Size())
			_, err = io.Copy(h, io.LimitReader(file, programBytesMax))
			file.Close()
		}
		if err != nil {
			return "", &game.UsageError{Message: fmt.Sprintf("check whether the program has changed: %v", err)}
		}
	}
	return sumText(h), nil
}
