package ledger

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A Shards is the ledgers of all shards of one run, put together.
type Shards struct {
	header Header
	parts  []part
}

type part struct {
	*Reader
	file  io.ReaderAt
	index int // of the shard, from 1
}

const shardsHint = "name the ledgers of touchstone test --shard 1/N to N/N of one run, each once"

// Join puts the ledgers of shards together, whose headers have been read; each file
// is what its reader reads, from the beginning. A shard that is missing or there
// twice, and one of another run, is refused by name: the error is a
// *game.UsageError.
func Join(readers []*Reader, files []io.ReaderAt) (*Shards, error) {
	s := &Shards{header: readers[0].Header()}
	refuse := func(r *Reader, format string, args ...any) (*Shards, error) {
		return nil, &game.UsageError{Message: fmt.Sprintf("ledger %s: ", r.name) + fmt.Sprintf(format, args...), Hint: shardsHint}
	}
	count, cases := 0, 0
	nameOf := make(map[int]string)
	for i, r := range readers {
		h := r.Header()
		index, of, ok := strings.Cut(h.Shard, "/")
		n, errIndex := strconv.Atoi(index)
		all, errCount := strconv.Atoi(of)
		switch {
		case !ok || errIndex != nil || errCount != nil || n < 1 || n > all:
			return refuse(r, "it belongs to a whole run, not to a shard")
		case nameOf[n] != "":
			return refuse(r, "it is shard %s, but so is %s", h.Shard, nameOf[n])
		case count > 0 && all != count:
			return refuse(r, "it is shard %s, but the earlier ones are of %d", h.Shard, count)
		case h.Whole == 0:
			return refuse(r, "it does not say how many cases the whole run has; an older version of touchstone wrote it")
		}
		if why := s.header.differsBesidesShard(&h); why != "" {
			return refuse(r, "it belongs to another run than %s: it has %s", readers[0].name, why)
		}
		count, cases, nameOf[n] = all, cases+h.Cases, r.name
		s.parts = append(s.parts, part{r, files[i], n})
	}
	var missing []string
	for n := 1; n <= count && len(missing) <= missingShown; n++ {
		if nameOf[n] == "" {
			missing = append(missing, fmt.Sprintf("%d/%d", n, count))
		}
	}
	if len(missing) > missingShown {
		missing[missingShown] = "and more"
	}
	if len(missing) > 0 {
		return nil, &game.UsageError{Message: "these shards are missing: " + strings.Join(missing, ", "), Hint: shardsHint}
	}
	if cases != s.header.Whole {
		return nil, &game.UsageError{
			Message: fmt.Sprintf("the shards have %s together, expected %d", text.Count(cases, "case"), s.header.Whole), Hint: shardsHint,
		}
	}
	sort.Slice(s.parts, func(i, j int) bool { return s.parts[i].index < s.parts[j].index })
	s.header.Shard, s.header.Cases, s.header.Whole = "", cases, 0
	return s, nil
}

// missingShown is how many shards are named that are missing.
const missingShown = 20

// differsBesidesShard names the first thing in which another run is not the one
// of which h is a shard.
func (h *Header) differsBesidesShard(other *Header) string {
	a, b := *h, *other
	a.Shard, b.Shard, a.Cases, b.Cases = "", "", 0, 0
	own := func(t game.Setting) bool { return t.Name == TermCases }
	a.Terms, b.Terms = slices.DeleteFunc(slices.Clone(a.Terms), own), slices.DeleteFunc(slices.Clone(b.Terms), own)
	if a.Touchstone != b.Touchstone {
		return fmt.Sprintf("the version %q of touchstone, not %q", b.Touchstone, a.Touchstone)
	}
	return b.differs(&a)
}

// Header is that of the whole run.
func (s *Shards) Header() Header { return s.header }

// InOrder reads the results of all shards, in the order of the cases. A shard that
// was not run to its end is refused. It can be read once.
func (s *Shards) InOrder() iter.Seq2[run.Result, error] {
	return func(yield func(run.Result, error) bool) {
		type head struct {
			run.Result
			next func() (run.Result, error, bool)
			name string
		}
		var heads []*head
		fail := func(name, format string, args ...any) {
			yield(run.Result{}, &game.UsageError{Message: fmt.Sprintf("ledger %s: ", name) + fmt.Sprintf(format, args...), Hint: shardsHint})
		}
		for i := range s.parts {
			p := &s.parts[i]
			next, stop := iter.Pull2(p.InOrder(p.file))
			defer stop()
			first, err, ok := next()
			if err != nil {
				yield(run.Result{}, err)
				return
			}
			if done := p.tally.summary(); !done.Complete() {
				fail(p.name, "it has %d of %s; finish it with --resume %s", done.Done(), text.Count(done.Cases, "verdict"), p.name)
				return
			}
			if ok {
				heads = append(heads, &head{first, next, p.name})
			}
		}
		for len(heads) > 0 {
			least := heads[0]
			for _, h := range heads[1:] {
				switch {
				case h.Number < least.Number:
					least = h
				case h.Number == least.Number:
					fail(h.name, "it has a verdict on case %d, %q, but so has %s", h.Number, text.Visible(h.Verdict.Case), least.name)
					return
				}
			}
			if !yield(least.Result, nil) {
				return
			}
			result, err, ok := least.next()
			if err != nil {
				yield(run.Result{}, err)
				return
			}
			if least.Result = result; !ok {
				heads = slices.DeleteFunc(heads, func(h *head) bool { return h == least })
			}
		}
	}
}

// Summary is that of all shards together, once they have been read. The time is the
// sum of theirs.
func (s *Shards) Summary() run.Summary {
	h := &s.header
	all := run.Summary{
		Task: h.Task, Subject: h.Subject, Suites: h.Suites, Options: h.Options, Seed: h.Seed, Verdicts: make(map[judge.Outcome]int),
	}
	for i := range s.parts {
		one := s.parts[i].Summary()
		all.Cases += one.Cases
		all.Pass += one.Pass
		all.Fail += one.Fail
		all.Blocked += one.Blocked
		all.Broken += one.Broken
		all.Errors += one.Errors
		all.Known += one.Known
		all.Unexpected += one.Unexpected
		all.Remarks += one.Remarks
		all.Ms += one.Ms
		for outcome, n := range one.Verdicts {
			all.Verdicts[outcome] += n
		}
	}
	return all
}

// Readers are those of the ledgers, in the order of the shards: each tells what is
// odd in its file.
func (s *Shards) Readers() []*Reader {
	list := make([]*Reader, len(s.parts))
	for i := range s.parts {
		list[i] = s.parts[i].Reader
	}
	return list
}

// Name is what errors call the ledger.
func (r *Reader) Name() string { return r.name }
