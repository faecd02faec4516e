package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// numbered are the cases turn/1 to turn/n.
func numbered(n int) []Case {
	var cases []Case
	for i := range n {
		cases = append(cases, Case{ID: fmt.Sprintf("turn/%d", i+1)})
	}
	return cases
}

func TestSelectFromFiles(t *testing.T) {
	dir := write(t, map[string]string{
		"some.txt":  "# the slow ones\nturn/1\n\n  turn/1? # and more\n",
		"bad.txt":   "turn/1\nturm/2\n",
		"empty.txt": "# nothing\n",
		"report.json": `{"summary":{"cases":3},"verdicts":[` + "\n" +
			`{"case":"turn/1","verdict":"pass","ms":1},{"case":"turn/2","verdict":"crashed"},{"case":"turn/3","verdict":"blocked"}]}`,
		// A ledger: a header, the same case twice, and a line that was cut off.
		"ledger.jsonl": `{"ledger":1,"task":"bazaar/turn"}` + "\n" + `{"case":"turn/2","verdict":"crashed"}` + "\n" +
			`{"case":"turn/4","verdict":"flaky"}` + "\n" + `{"case":"turn/2","verdict":"pass"}` + "\n" + `{"case":"turn/5","ver`,
		// A ledger with damage before its end.
		"damaged.jsonl": `{"case":"turn/2","verdict":"crashed"}` + "\n" + `{"case":"turn/4",,}` + "\n" + `{"case":"turn/5","verdict":"crashed"}` + "\n",
		"passed.json":   `{"summary":{},"verdicts":[{"case":"turn/1","verdict":"pass"}]}`,
		"other.json":    `{"summary":{},"verdicts":[{"case":"move/2","verdict":"silent"},{"case":"move/1","verdict":"silent"}]}`,
		"noise.json":    `[1,2]`,
		"text.txt":      `12 of 12 pass`,
	})
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, test := range []struct {
		name      string
		selection Selection
		failed    string
		want      string // the ids, without "turn/"
		message   string
		hint      string
	}{
		{name: "list", selection: Selection{Cases: []string{"@" + at("some.txt")}}, want: "1 10 11 12"},
		{name: "list and pattern", selection: Selection{Cases: []string{"@" + at("some.txt"), "turn/2"}}, want: "1 2 10 11 12"},
		{name: "skip", selection: Selection{Skip: []string{"turn/?"}}, want: "10 11 12"},
		{name: "skip a list", selection: Selection{Skip: []string{"@" + at("some.txt")}}, want: "2 3 4 5 6 7 8 9"},
		{name: "skip of some", selection: Selection{Cases: []string{"turn/1*"}, Skip: []string{"turn/10"}}, want: "1 11 12"},
		{name: "report", failed: "report.json", want: "2 3"},
		{name: "ledger", failed: "ledger.jsonl", want: "4"},
		{name: "failed of some", failed: "report.json", selection: Selection{Cases: []string{"turn/2"}}, want: "2"},
		{name: "bad list", selection: Selection{Cases: []string{"@" + at("bad.txt")}}, message: `bad.txt:2: no case matches "turm/2"`, hint: `"turn/2"`},
		{name: "no pattern", selection: Selection{Cases: []string{"@" + at("empty.txt")}}, message: "empty.txt: it contains no pattern"},
		{name: "no list", selection: Selection{Cases: []string{"@" + at("gone.txt")}}, message: "gone.txt: there is no such file"},
		{name: "folder", selection: Selection{Cases: []string{"@" + dir}}, message: "not a regular file"},
		{name: "no name", selection: Selection{Cases: []string{"@"}}, message: "expected the name of a file after @"},
		{name: "bad skip", selection: Selection{Skip: []string{"turn/13"}}, message: `no case matches "turn/13"`},
		{name: "all skipped", selection: Selection{Skip: []string{"**"}}, message: "none of the 12 cases"},
		{name: "all passed", failed: "passed.json", message: "passed.json: the only case passed"},
		{name: "other suite", failed: "other.json", message: `the case "move/1" did not pass, but there is no such case`},
		{name: "no verdicts", failed: "noise.json", message: "noise.json: it contains no verdicts"},
		{name: "not JSON", failed: "text.txt", message: "text.txt: line 1, column 4: not valid JSON: invalid character", hint: "--format json"},
		{name: "damaged", failed: "damaged.jsonl", message: "damaged.jsonl: line 2, column 18: not valid JSON: ", hint: "--format json"},
		{name: "no report", failed: "gone.json", message: "gone.json: there is no such file"},
		{name: "failed of none", failed: "report.json", selection: Selection{Cases: []string{"turn/7"}}, message: "none of the 12 cases"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var err error
			var picked Cases
			if test.failed != "" {
				test.selection.Failed, err = ReadFailed(at(test.failed))
			}
			if err == nil {
				picked, err = test.selection.Select(List(numbered(12)))
			}
			if err != nil {
				usage, ok := err.(*game.UsageError)
				if !ok || test.message == "" || !strings.Contains(usage.Message, test.message) || !strings.Contains(usage.Hint, test.hint) {
					t.Errorf("error %v, expected %q", err, test.message)
				}
				return
			}
			got := strings.ReplaceAll(strings.Join(ids(All(picked)), " "), "turn/", "")
			if got != test.want || test.message != "" {
				t.Errorf("picked %q, expected %q %s", got, test.want, test.message)
			}
		})
	}
}

// TestShards: each case is in one shard, and the shards are as even as can be.
func TestShards(t *testing.T) {
	for _, c := range []struct{ cases, count int }{{77, 3}, {1000, 7}, {5, 9}, {12, 1}, {0, 3}} {
		cases := numbered(c.cases)
		for i := range cases {
			cases[i].In = []jsontext.Value{jsontext.Value(strings.Repeat("1", 1+i*i%977))}
		}
		home := make(map[string]int)
		sizes, costs, largest := make([]int, c.count), make([]int64, c.count), int64(0)
		for i := range c.count {
			shard, err := ParseShard(fmt.Sprintf("%d/%d", i+1, c.count))
			if err != nil || shard.String() != fmt.Sprintf("%d/%d", i+1, c.count) {
				t.Fatalf("shard %v, error %v", shard, err)
			}
			of, numbers := shard.Of(List(cases))
			picked := All(of)
			if again, _ := shard.Of(List(cases)); !slices.Equal(ids(All(again)), ids(picked)) {
				t.Errorf("shard %v is another one the second time", shard)
			}
			for k := range picked {
				if home[picked[k].ID] != 0 || cases[numbers[k]-1].ID != picked[k].ID {
					t.Errorf("%s is in two shards, or has not the number %d", picked[k].ID, numbers[k])
				}
				home[picked[k].ID] = i + 1
				costs[i] += cost(&picked[k])
				largest = max(largest, cost(&picked[k]))
			}
			sizes[i] = len(picked)
		}
		if len(home) != c.cases {
			t.Errorf("%d of %d cases are in a shard", len(home), c.cases)
		}
		if slices.Max(sizes)-slices.Min(sizes) > 1 {
			t.Errorf("the shards of %d cases have %v", c.cases, sizes)
		}
		if slices.Max(costs)-slices.Min(costs) > largest {
			t.Errorf("the shards of %d cases cost %v", c.cases, costs)
		}
	}
	// The parts of a course may be graded by several versions.
	if got := ids(slices.DeleteFunc(numbered(9), func(c Case) bool { return !(Shard{1, 3}).Has(c.ID) })); !slices.Equal(got, firstOfThree) {
		t.Errorf("the first shard of three has %q, and always had %q", got, firstOfThree)
	}
	for _, bad := range []string{"", "1", "0/3", "4/3", "1/0", "a/b", "1/3/5", "-1/3", "1/100001"} {
		if shard, err := ParseShard(bad); err == nil {
			t.Errorf("%q is the shard %v", bad, shard)
		}
	}
}

func TestReadFailedOfALargeFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "large.json")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(file, failedBytesMax+1); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFailed(file); err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("error %v", err)
	}
}

// firstOfThree is what the first of three shards has of turn/1 to turn/9.
var firstOfThree = []string{"turn/8", "turn/9"}
