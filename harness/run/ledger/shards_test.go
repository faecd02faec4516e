package ledger_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
)

// shard writes the ledger of one of three shards, of every third verdict of a list.
func shard(t *testing.T, index int, list []judge.Verdict) []byte {
	t.Helper()
	h := header(0)
	h.Shard, h.Whole = fmt.Sprintf("%d/3", index), len(list)
	var own []judge.Verdict
	var results []run.Result
	for i := index - 1; i < len(list); i += 3 {
		own = append(own, list[i])
		results = append(results, run.Result{Verdict: list[i], Number: i + 1})
	}
	h.Cases = len(own)
	name := filepath.Join(t.TempDir(), "shard.jsonl")
	w, err := ledger.Create(name, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		w.Add(r)
	}
	end := counts(len(own), own...)
	end.Ms = float64(index)
	if err := w.Close(end); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestShards: the ledgers of all shards, in any order, give the results in the order of the
// cases, and the counts of the whole run.
func TestShards(t *testing.T) {
	list := verdicts()
	known := judge.Verdict{Case: "sums/7", Outcome: judge.WrongAnswer, Blame: judge.BlameSubject, Known: "it is mended in May"}
	list = append(list, known, judge.Verdict{Case: "sums/8", Outcome: judge.Pass, Warnings: []string{run.UnexpectedPass}})
	var readers []*ledger.Reader
	var files []io.ReaderAt
	for _, index := range []int{2, 3, 1} {
		text := shard(t, index, list)
		r, err := ledger.NewReader(bytes.NewReader(text), fmt.Sprintf("%d.jsonl", index))
		if err != nil {
			t.Fatal(err)
		}
		readers, files = append(readers, r), append(files, bytes.NewReader(text))
	}
	s, err := ledger.Join(readers, files)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for r, err := range s.InOrder() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r.Verdict.Case)
	}
	if want := []string{"sums/1", "sums/2", "sums/3", "sums/4", "sums/5", "sums/6", "sums/7", "sums/8"}; !slices.Equal(got, want) {
		t.Errorf("the cases are %v, expected %v", got, want)
	}
	want := counts(len(list), list...)
	want.Ms = 1 + 2 + 3
	if diff := cmp.Diff(want, s.Summary()); diff != "" {
		t.Errorf("the summary differs (-want +got):\n%s", diff)
	}
}

// TestMissingShards: the shards that are missing are named, but no more than twenty of them.
func TestMissingShards(t *testing.T) {
	for shard, want := range map[string]string{
		"1/2":  "these shards are missing: 2/2",
		"2/3":  "these shards are missing: 1/3, 3/3",
		"1/21": "20/21, 21/21",
		"1/22": "20/22, 21/22, and more",
		"1/23": "20/23, 21/23, and more",
	} {
		name, h := filepath.Join(t.TempDir(), "shard.jsonl"), header(1)
		h.Shard, h.Whole = shard, 9
		w, err := ledger.Create(name, h)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Close(counts(1)); err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		r, err := ledger.NewReader(file, name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ledger.Join([]*ledger.Reader{r}, []io.ReaderAt{file}); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("shard %s: %v, expected %q", shard, err, want)
		}
	}
}
