package grade

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	json "github.com/go-json-experiment/json"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/files"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Header is the first line of a file of records: what was graded. Files of one
// course agree in all of it but the shard and the number of records.
type Header struct {
	Grade      int    `json:"grade"`            // fileForm
	Touchstone string `json:"touchstone"`       // the version of the program
	Course     string `json:"course"`           // the checksum of tasks, suites and submissions
	Secret     string `json:"secret,omitempty"` // the checksum of that from which the numbers of teams are made
	Shard      string `json:"shard"`            // "2/8"
	Teams      int    `json:"teams"`            // of the course
	Records    int    `json:"records"`          // in this file
}

// fileForm is the version of the form of the files. Keys may be added without a
// new one.
const fileForm = 1

// lineBytesMax bounds a line: causes are bounded each, and so is their number;
// this is far beyond.
const lineBytesMax = 64 << 20

// Header is that of the records of this engine, which is prepared.
func (e *Engine) Header(ctx context.Context) (Header, error) {
	if err := e.number(); err != nil {
		return Header{}, err
	}
	sums := []any{
		e.Course.Title, e.Course.Points, e.Course.Anonymous, e.secretSum, e.Course.Submissions.Released,
		e.Course.Broken, e.Course.House,
	}
	for i := range e.Course.Tasks {
		t := e.Course.Tasks[i]
		full := t.Full()
		// What the game is says its name; the suites are known by their cases.
		t.Game, t.Suites, t.Public = nil, nil, nil
		sums = append(sums, full, t.Name, t.Weight, t.Settings.Preset, optionTexts(t.Settings),
			t.Dir, t.Build, t.Run, t.NoStdin, t.Read, t.Env, t.Deliver, t.Lines, t.Repeat, t.Retries, t.AcceptFlaky, adapterSum(&t), t.Codes, t.Pedantic,
			t.Isolation, t.Limits, t.GiveUpAfter, t.TimeScale, t.Waits, t.Own, t.Play, t.Counts,
			t.Points, t.Bonus, t.Minimum, len(t.Groups))
	}
	for _, t := range e.tasks {
		// The plan has the groups by the cases that they have.
		sums = append(sums, t.suiteSum, t.plan)
		for _, g := range t.Groups {
			sums = append(sums, g.Name, g.Points, g.Bonus, g.AllOrNothing, g.Minimum)
		}
	}
	for _, s := range e.all {
		sum, err := e.handedIn(ctx, s)
		if err != nil {
			return Header{}, err
		}
		sums = append(sums, s.Team, sum)
	}
	shard := e.Shard.String()
	if shard == "" {
		shard = "1/1"
	}
	return Header{
		Grade: fileForm, Touchstone: e.Version, Course: sumOf(sums...), Secret: e.secretSum, Shard: shard, Teams: len(e.all), Records: len(e.teams),
	}, nil
}

// optionTexts are options as a checksum takes them.
func optionTexts(s game.Settings) []string {
	var list []string
	for _, o := range s.Options {
		list = append(list, o.Name+"="+string(o.Value))
	}
	return list
}

// A Writer writes a file of records, which takes its name when it is complete.
type Writer struct {
	file *files.File
	err  error
}

// Create begins a file of records. The error is a *game.UsageError.
func Create(name string, h Header) (*Writer, error) {
	f, err := files.Create("shard", name, "name a file for the shard")
	if err != nil {
		return nil, err
	}
	w := &Writer{file: f}
	w.put(h)
	return w, nil
}

func (w *Writer) put(value any) {
	line, err := ledger.Encode(value)
	if err == nil {
		_, err = w.file.Write(append(line, '\n'))
	}
	if w.err == nil {
		w.err = err
	}
}

// Add writes a record.
func (w *Writer) Add(r Record) error {
	w.put(r)
	return w.err
}

// Commit completes the file.
func (w *Writer) Commit() error {
	if w.err != nil {
		w.file.Discard()
		return w.err
	}
	return w.file.Commit()
}

// Discard leaves what has the name as it is.
func (w *Writer) Discard() { w.file.Discard() }

// What to do about the file of a shard that is of no use.
const (
	gradeAgain   = "grade that shard again"
	writesShards = "touchstone grade --shard I/N writes the files of shards"
)

// noShard is the error of a file that is of no use, with a hint.
func noShard(name, hint, format string, args ...any) error {
	return &game.UsageError{Message: fmt.Sprintf("shard %s: ", name) + fmt.Sprintf(format, args...), Hint: hint}
}

// readFile reads a file of records.
func readFile(name string) (Header, []Record, error) {
	refuse := func(line int, format string, args ...any) (Header, []Record, error) {
		return Header{}, nil, &game.UsageError{
			Message: fmt.Sprintf("shard %s, line %d: ", name, line) + fmt.Sprintf(format, args...),
			Hint:    gradeAgain,
		}
	}
	if err := files.NotInput(name); err != nil {
		return Header{}, nil, noShard(name, writesShards, "%v", err)
	}
	f, err := os.Open(name)
	if err != nil {
		return Header{}, nil, noShard(name, writesShards, "%v", text.Cause(err))
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return Header{}, nil, noShard(name, "name the files in it", "expected a file, found a folder")
	}
	in := bufio.NewReader(f)
	var h Header
	var records []Record
	for n := 1; ; n++ {
		line, err := readLine(in)
		if errors.Is(err, io.EOF) && len(line) == 0 {
			if n == 1 {
				return refuse(1, "it is empty")
			}
			break
		}
		if err != nil {
			return refuse(n, "the line is cut off, or too long")
		}
		if n == 1 {
			if err := json.Unmarshal(line, &h); err != nil || h.Grade == 0 {
				return Header{}, nil, noShard(name, writesShards, "it is not a file of touchstone grade --shard")
			}
			if h.Grade != fileForm {
				return refuse(n, "expected format %[2]d, found %[1]d", h.Grade, fileForm)
			}
			continue
		}
		var r Record
		if err := json.Unmarshal(line, &r); err != nil || !course.TeamName(r.Team) {
			return refuse(n, "it is not the record of a team")
		}
		records = append(records, r)
	}
	if len(records) != h.Records {
		return refuse(len(records)+1, "it has %s, expected %d", text.Count(len(records), "record"), h.Records)
	}
	return h, records, nil
}

func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > lineBytesMax {
			return line, io.ErrShortBuffer
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSuffix(line, []byte("\n")), err
		}
	}
}

// Merge puts the records of all shards of a course together, in the order of the
// teams. The error, a *game.UsageError, says what is missing, what is there
// twice, and which files are of something else.
func Merge(names []string, all []course.Submission, want Header) ([]Record, error) {
	var records []Record
	fileOf := make(map[string]string) // by shard
	seen := make(map[string]bool)     // teams
	var found []bool                  // shards
	for _, name := range names {
		h, list, err := readFile(name)
		if err != nil {
			return nil, err
		}
		shard, err := h.fitting(name, &want)
		if err != nil {
			return nil, err
		}
		if found == nil {
			found = make([]bool, shard.Count)
		}
		switch {
		case shard.Count != len(found):
			return nil, noShard(name, "name only the files of one division into shards", "it is shard %s, but other files are of %d", h.Shard, len(found))
		case fileOf[h.Shard] != "":
			return nil, noShard(name, "name every shard once", "it is shard %s, but so is %s", h.Shard, fileOf[h.Shard])
		}
		fileOf[h.Shard] = name
		found[shard.Index-1] = true
		for _, r := range list {
			if shard.Count > 1 && !shard.Has(r.Team) {
				return nil, noShard(name, gradeAgain, "team %s does not belong to shard %s", r.Team, h.Shard)
			}
			if seen[r.Team] {
				return nil, noShard(name, gradeAgain, "team %s appears twice", r.Team)
			}
			seen[r.Team] = true
		}
		records = append(records, list...)
	}
	var missing []string
	for i, there := range found {
		if !there {
			missing = append(missing, fmt.Sprintf("%d/%d", i+1, len(found)))
		}
	}
	if len(missing) > 0 {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("of %s, these are missing: %s", text.Count(len(found), "shard"), strings.Join(missing, ", ")),
			Hint:    "grade them with --shard, and merge again",
		}
	}
	sort.Slice(records, func(i, j int) bool { return records[i].Team < records[j].Team })
	for _, s := range all {
		if !seen[s.Team] {
			return nil, &game.UsageError{Message: fmt.Sprintf("no shard has team %s", s.Team), Hint: "grade all shards again"}
		}
	}
	return records, nil
}

// fitting is the shard of a file with this header, if the file is of the same course.
func (h *Header) fitting(name string, want *Header) (suite.Shard, error) {
	shard, err := suite.ParseShard(h.Shard)
	if err != nil {
		return shard, noShard(name, gradeAgain, "%v", err)
	}
	switch {
	case h.Touchstone != want.Touchstone:
		return shard, noShard(name, gradeAgain, "touchstone %s made it, but this is %s", h.Touchstone, want.Touchstone)
	case h.Course == want.Course && h.Teams == want.Teams:
		return shard, nil
	case want.Secret != h.Secret:
		return shard, noShard(name, gradeAgain, "its teams have other names: it was graded with another secret of the course")
	}
	return shard, noShard(name, gradeAgain, "the course, its suites or the submissions have changed since")
}

// ShardFile is where the records of a shard go if nobody says otherwise, in the
// folder work.
func (e *Engine) ShardFile(s suite.Shard) string {
	return filepath.Join(e.Course.Work, "shards", strings.ReplaceAll(s.String(), "/", "-of-")+".jsonl")
}

// Missing are the shards, of count, whose file is not there, not complete, or of
// another course than the header says. With again so are those with cases that
// could not be judged, and the files of all these are removed.
func (e *Engine) Missing(want Header, count int, again bool) ([]int, error) {
	var missing []int
	for i := 1; i <= count; i++ {
		shard := suite.Shard{Index: i, Count: count}
		if records, ok := e.Records(want, shard); ok && (!again || !unjudged(records)) {
			continue
		}
		missing = append(missing, i)
		if again {
			name := e.ShardFile(shard)
			if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, noShard(name, "remove it yourself, and run the same command again", "%v", text.Cause(err))
			}
		}
	}
	return missing, nil
}

// Records are those of a shard, false if its file is not there, not complete, or
// of another course than the header says.
func (e *Engine) Records(want Header, shard suite.Shard) ([]Record, bool) {
	h, records, err := readFile(e.ShardFile(shard))
	return records, err == nil && h.Touchstone == want.Touchstone && h.Course == want.Course && h.Teams == want.Teams && h.Shard == shard.String()
}

func unjudged(records []Record) bool {
	return slices.ContainsFunc(records, func(r Record) bool {
		return slices.ContainsFunc(r.Parts, func(p Result) bool { return p.Unjudged > 0 })
	})
}

// ownBytes is what grading itself needs of the memory, and what the file system
// keeps for it, of which clusters count a part.
const ownBytes = 1 << 30

// Memory is how many bytes a machine needs to grade so many teams at once: each
// builds or runs one program at a time.
func (e *Engine) Memory(teams int) int64 {
	most := int64(0)
	for i := range e.Course.Tasks {
		t := &e.Course.Tasks[i]
		most = max(most, t.Limits.OrDefault().MemoryBytesMax)
		if t.Build.Command != "" {
			most = max(most, t.Build.Memory)
		}
	}
	return ownBytes + int64(teams)*most
}
