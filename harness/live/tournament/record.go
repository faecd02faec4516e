package tournament

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/live/jsonl"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Header is the first line of a record: what all its games have in common.
// How many there are to be is no part of it, so that a tournament can be made
// longer.
type Header struct {
	Tournament int              `json:"tournament"` // the version of the format
	Game       string           `json:"game"`
	Mutant     string           `json:"mutant,omitempty"`
	Options    []Option         `json:"options"` // all of them, as they are in force
	Players    []string         `json:"players"`
	Seats      int              `json:"seats"`
	Seed       uint64           `json:"seed,string"`
	In         []jsontext.Value `json:"in,omitempty"` // how all games begin
}

// An Option is an option with its value.
type Option struct {
	Name  string         `json:"name"`
	Value jsontext.Value `json:"value"`
}

// formatVersion counts the changes of the record that older readers cannot take.
const formatVersion = 1

// lineBytesMax bounds a line of a record: a game of the most players and
// breaches is far shorter.
const lineBytesMax = 16 << 20

// A Record is a file with the games of a tournament, JSON Lines, each written
// when its game has ended.
type Record struct {
	name string
	file *os.File
	err  error // of the first line that could not be written
}

// NewHeader makes the header of a tournament under these rules.
func NewHeader(gameName string, rules game.Rules, t *Tournament) Header {
	h := Header{
		Tournament: formatVersion, Game: gameName, Mutant: rules.Mutant(),
		Seats: t.Seats, Seed: t.Seed, In: t.In,
	}
	for _, o := range rules.Options() {
		h.Options = append(h.Options, Option(o))
	}
	for _, e := range t.Entrants {
		h.Players = append(h.Players, e.Text)
	}
	return h
}

// Open begins a record, or goes on with one of the same header: then it returns
// the games that stand there, and cuts off a torn last line. Without resume
// there must be no such file. The error is a *game.UsageError, also if another run
// writes the record now.
func Open(name string, h Header, resume bool) (*Record, []Game, error) {
	trouble := func(hint, format string, args ...any) (*Record, []Game, error) {
		return nil, nil, &game.UsageError{Message: fmt.Sprintf("record %s: %s", name, fmt.Sprintf(format, args...)), Hint: hint}
	}
	first, err := json.Marshal(&h)
	if err != nil {
		return nil, nil, err
	}
	if err := files.Irregular(name); err != nil {
		return trouble(irregularHint, "%v", err)
	}
	mode := os.O_RDWR | os.O_CREATE
	if !resume {
		mode |= os.O_EXCL
	}
	file, err := os.OpenFile(name, mode, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return trouble("continue it with --resume "+name+", or name another file", "it exists")
	}
	if err != nil {
		return trouble(files.HintWritable, "%v", text.Cause(err))
	}
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		file.Close()
		return trouble(irregularHint, "expected a file, found something else")
	}
	r := &Record{name: name, file: file}
	var games []Game
	// Before anything is read: a line that another run has not written to its end
	// would be taken for a torn one.
	err = jsonl.Lock(file, "record", name)
	if err == nil {
		games, err = r.begin(first, len(h.Players))
	}
	if err != nil {
		file.Close()
		if _, ok := errors.AsType[*game.UsageError](err); ok {
			return nil, nil, err
		}
		return trouble(files.HintWritable, "%v", text.Cause(err))
	}
	return r, games, nil
}

// begin reads what stands in the record, or writes its first line.
func (r *Record) begin(header []byte, players int) ([]Game, error) {
	games, whole, err := r.read(header, players)
	if err == nil && whole == 0 {
		err = r.put(header)
	}
	return games, err
}

// read reads the record from its beginning, and leaves it where the next line
// is to be written. It tells how many bytes of whole lines there are.
func (r *Record) read(header []byte, players int) (games []Game, whole int64, err error) {
	lines := jsonl.NewReader(r.file, "record", r.name, lineBytesMax)
	for {
		line, _, err := lines.Read()
		if err == io.EOF || err == nil && line[len(line)-1] != '\n' {
			break // what is behind the last line end was torn off
		}
		if err != nil {
			return nil, 0, err
		}
		whole += int64(len(line))
		line = bytes.TrimSuffix(line, []byte{'\n'})
		if lines.Whole() == 0 {
			if !bytes.Equal(line, header) {
				return nil, 0, r.other(line, header)
			}
			lines.Accept()
			continue
		}
		g, err := readGame(line, players)
		if err != nil {
			return nil, 0, lines.Fail(err, fmt.Sprintf("remove line %d; --resume then plays that game again", lines.Whole()+1))
		}
		lines.Accept()
		games = append(games, g)
	}
	if err := r.file.Truncate(whole); err != nil {
		return nil, 0, err
	}
	_, err = r.file.Seek(whole, io.SeekStart)
	sort.SliceStable(games, func(i, j int) bool { return games[i].Number < games[j].Number })
	return games, whole, err
}

// other says in what a record is one of another tournament.
func (r *Record) other(line, header []byte) *game.UsageError {
	e := &game.UsageError{Message: "record " + r.name + ": it belongs to another tournament: "}
	var was, is Header
	// What we have written ourselves can be read.
	_ = json.Unmarshal(header, &is)
	if err := json.Unmarshal(line, &was); err != nil || was.Tournament != formatVersion {
		e.Message += "line 1 is not a header of this version of touchstone"
		return e
	}
	e.Message += strings.Join(was.differences(&is), "; ")
	e.Hint = "--resume needs the same players, seats, seed, options and --in; --record starts a new file"
	return e
}

// differences are what was recorded and what is given now, where that differs.
func (h *Header) differences(now *Header) []string {
	var list []string
	add := func(what, was, is string) {
		if was != is {
			list = append(list, fmt.Sprintf("%s: %s recorded, %s given", what, cmp.Or(was, "none"), cmp.Or(is, "none")))
		}
	}
	add("game", h.Game, now.Game)
	if was, is := len(h.Players), len(now.Players); was != is {
		add("players", strconv.Itoa(was), strconv.Itoa(is))
	} else {
		for i, player := range h.Players {
			add(fmt.Sprintf("player %d", i+1), text.Shorten(player, shownBytes), text.Shorten(now.Players[i], shownBytes))
		}
	}
	add("seats", strconv.Itoa(h.Seats), strconv.Itoa(now.Seats))
	add("seed", strconv.FormatUint(h.Seed, 10), strconv.FormatUint(now.Seed, 10))
	add("mutant", h.Mutant, now.Mutant)
	was := map[string]string{}
	for _, o := range h.Options {
		was[o.Name] = string(o.Value)
	}
	for _, o := range now.Options {
		add("option "+o.Name, was[o.Name], string(o.Value))
		delete(was, o.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(was)) {
		add("option "+name, was[name], "")
	}
	if !slices.EqualFunc(h.In, now.In, func(a, b jsontext.Value) bool { return bytes.Equal(a, b) }) {
		list = append(list, "--in names another game")
	}
	if len(list) == 0 {
		list = append(list, "line 1 is spelled in another way")
	}
	return list
}

// shownBytes is how much of the command of a player an error shows.
const shownBytes = 100

// irregularHint is the next step if a record is no file.
const irregularHint = "name the record of earlier games, or a new file"

// ReadSeed reads the seed of a record from its first line, if there is a record
// and the line is whole. The error is a *game.UsageError.
func ReadSeed(name string) (seed uint64, found bool, err error) {
	if err := files.Irregular(name); err != nil {
		return 0, false, &game.UsageError{Message: fmt.Sprintf("record %s: %v", name, err), Hint: irregularHint}
	}
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, &game.UsageError{Message: fmt.Sprintf("record %s: %v", name, text.Cause(err)), Hint: irregularHint}
	}
	defer file.Close()
	line, err := bufio.NewReader(io.LimitReader(file, lineBytesMax)).ReadBytes('\n')
	if err == io.EOF && len(line) < lineBytesMax {
		return 0, false, nil
	}
	var h Header
	if err == nil {
		err = json.Unmarshal(line, &h)
	}
	if err != nil || h.Tournament != formatVersion {
		return 0, false, &game.UsageError{
			Message: fmt.Sprintf("record %s: line 1 is not a header of this version of touchstone", name),
			Hint:    "touchstone play --record FILE writes records; name another file to start a new one",
		}
	}
	return h.Seed, true, nil
}

// readGame reads the line of a game of so many players. What it lacks, and keys that
// there are not, would be results that somebody has lost.
func readGame(line []byte, players int) (Game, error) {
	var g Game
	var there map[string]jsontext.Value
	if err := json.Unmarshal(line, &there); err != nil {
		return g, err
	}
	for _, key := range []string{"game", "seats", "winners", "dropouts"} {
		if _, found := there[key]; !found {
			return g, fmt.Errorf("at /%s: the key is missing", key)
		}
	}
	if err := json.Unmarshal(line, &g, json.RejectUnknownMembers(true)); err != nil {
		return g, err
	}
	return g, g.check(players)
}

// check says what is wrong with a game of so many players, nil for nothing.
func (g *Game) check(players int) error {
	if g.Number < 1 {
		return fmt.Errorf("at /game: %d, expected 1 or more", g.Number)
	}
	if len(g.Seats) == 0 {
		return errors.New("at /seats: expected at least one player")
	}
	var breaches []int
	for _, b := range g.Breaches {
		breaches = append(breaches, b.Entrant)
	}
	for _, list := range []struct {
		at, behind string
		entrants   []int
	}{{"seats", "", g.Seats}, {"winners", "", g.Winners}, {"dropouts", "", g.Dropouts}, {"breaches", "/entrant", breaches}} {
		for i, e := range list.entrants {
			if e < 0 || e >= players {
				return fmt.Errorf("at /%s/%d%s: player %d, expected 0 to %d", list.at, i, list.behind, e, players-1)
			}
		}
	}
	return nil
}

// Add writes a game. The first error is kept for Close.
func (r *Record) Add(g Game) {
	line, err := json.Marshal(&g)
	if err == nil {
		err = r.put(line)
	}
	if r.err == nil {
		r.err = err
	}
}

func (r *Record) put(line []byte) error {
	_, err := r.file.Write(append(line, '\n'))
	return err
}

// Close ends the record and tells whether all of it was written.
func (r *Record) Close() error {
	err := r.file.Close()
	if r.err != nil {
		err = r.err
	}
	if err != nil {
		return fmt.Errorf("record %s: %w", r.name, err)
	}
	return nil
}
