package intake

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// sides are the files for the two programs of a live game, before it is known
// which belong together.
type sides struct {
	game  *game.Game
	rules game.Rules
	of    map[game.Side]map[string]half // by the path, but for the part that names the side
}

// A half is what one of the two programs gets, and what it is to write.
type half struct {
	shown   string // the path of the input
	in, out []jsontext.Value
}

func newSides(g *game.Game, rules game.Rules) *sides {
	return &sides{g, rules, map[game.Side]map[string]half{game.Server: {}, game.Clients: {}}}
}

// anySide stands in a path for the part that names one.
const anySide = "*"

// sideless is a path with the part that names a live task replaced.
func sideless(g *game.Game, path string) string {
	parts := strings.Split(filepath.ToSlash(path), "/")
	for i := len(parts) - 1; i >= 0; i-- {
		if task, ok := g.Task(parts[i]); ok && task.Live.Networked() {
			parts[i] = anySide
			break
		}
	}
	return strings.Join(parts, "/")
}

// side reads the files of a folder for one side. Whole pairs are cases already.
func (k *Intake) side(s *sides, task game.Task, f *folder, add adder) {
	entries, err := os.ReadDir(f.disk)
	if err != nil {
		k.stray(f.shown, "%v", err)
		return
	}
	oracle := s.rules.Oracle(task.Name)
	var pairs []suite.Case
	for _, entry := range entries {
		stem, isOut := strings.CutSuffix(entry.Name(), outEnding)
		if _, err := os.Stat(filepath.Join(f.disk, stem+inEnding)); isOut && err != nil {
			k.stray(filepath.Join(f.shown, entry.Name()), "the input %s of this expected output is missing", stem+inEnding)
			continue
		}
		stem, isIn := strings.CutSuffix(entry.Name(), inEnding)
		if !isIn {
			continue
		}
		h := half{shown: filepath.Join(f.shown, entry.Name())}
		if h.in, err = read(filepath.Join(f.disk, entry.Name())); err != nil {
			k.stray(h.shown, "%v", err)
			continue
		}
		outFile := filepath.Join(f.disk, stem+outEnding)
		if _, err := os.Stat(outFile); err == nil {
			if h.out, err = read(outFile); err != nil {
				k.stray(filepath.Join(f.shown, stem+outEnding), "%v", err)
				continue
			}
		}
		if task.CheckCount(len(h.in)) == nil && oracle(h.in, new(game.Output)) == nil {
			pairs = append(pairs, suite.Case{Name: stem, AnyRun: true, File: h.shown, In: h.in, Out: h.out})
			continue
		}
		key := sideless(s.game, f.shown) + "/" + stem
		if other, taken := s.of[task.Live][key]; taken {
			k.stray(h.shown, "%s is the same case of this side", other.shown)
			continue
		}
		s.of[task.Live][key] = h
	}
	sort.Slice(pairs, func(i, j int) bool { return compareNames(pairs[i].Name, pairs[j].Name) < 0 })
	if len(pairs) > 0 {
		add(s.game, task, f.shown, pairs)
	}
}

// match makes pairs of what lies in the same place for both sides, each a case
// of both tasks.
func (k *Intake) match(s *sides, add adder) {
	servers, clients := s.of[game.Server], s.of[game.Clients]
	cases := make(map[game.Side]map[string][]suite.Case)
	for _, key := range slices.SortedFunc(maps.Keys(servers), compareKeys) {
		server := servers[key]
		client, ok := clients[key]
		if !ok {
			k.stray(server.shown, "it needs an input of the clients, such as %s", beside(s.game, key, game.Clients))
			continue
		}
		delete(clients, key)
		in := slices.Clone(client.in)
		given := s.game.Protocol.Clients
		for len(in) < s.game.Protocol.ClientValues() && (len(in) >= len(given) || given[len(in)].Optional) {
			in = append(in, jsontext.Value("[]"))
		}
		in = append(in, server.in...)
		folder, stem := filepath.Split(filepath.FromSlash(key))
		for _, task := range s.game.Tasks {
			if !task.Live.Networked() {
				continue
			}
			err := task.CheckCount(len(in))
			if err == nil {
				err = s.rules.Oracle(task.Name)(in, new(game.Output))
			}
			if err != nil {
				k.stray(server.shown, "it is not a valid pair with %s: %v", client.shown, err)
				break
			}
			c := suite.Case{Name: stem, AnyRun: true, File: server.shown, In: in, Out: server.out}
			if task.Live == game.Clients {
				c.File, c.Out = client.shown, client.out
			}
			if cases[task.Live] == nil {
				cases[task.Live] = make(map[string][]suite.Case)
			}
			cases[task.Live][folder] = append(cases[task.Live][folder], c)
		}
	}
	for key, client := range clients {
		k.stray(client.shown, "it needs an input of the server, such as %s", beside(s.game, key, game.Server))
	}
	for _, task := range s.game.Tasks {
		for _, folder := range slices.Sorted(maps.Keys(cases[task.Live])) {
			add(s.game, task, strings.ReplaceAll(folder, anySide, ""), cases[task.Live][folder])
		}
	}
}

// beside is where the other half of a pair belongs.
func beside(g *game.Game, key string, side game.Side) string {
	for _, task := range g.Tasks {
		if task.Live == side {
			return fmt.Sprintf("%s%s", strings.Replace(key, anySide, task.Name, 1), inEnding)
		}
	}
	return key
}

// compareKeys orders paths by folder, then by number.
func compareKeys(a, b string) int {
	folderA, nameA := filepath.Split(a)
	folderB, nameB := filepath.Split(b)
	if folderA != folderB {
		return strings.Compare(folderA, folderB)
	}
	return compareNames(nameA, nameB)
}
