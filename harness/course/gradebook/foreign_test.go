package gradebook

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	json "github.com/go-json-experiment/json"
	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
)

// foreign gives a text to a script of Python, and reads what it prints. Without
// Python the test is skipped.
func foreign(t *testing.T, into any, text, script string) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	c := exec.Command("python3", "-IS", "-c", script)
	c.Stdin = strings.NewReader(text)
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	if err := c.Run(); err != nil {
		t.Fatalf("%v\n%.2000s\n%.4000s", err, &stderr, text)
	}
	if err := json.Unmarshal(stdout.Bytes(), into); err != nil {
		t.Fatalf("python3 printed %.200q: %v", &stdout, err)
	}
}

// books are those that every reader gets: one full of poison, and one with
// something of everything.
func books() map[string]*Book {
	full := hostile()
	full.Course.Title = "All & everything"
	full.Course.Tasks[0].GiveUpAfter = 5
	full.Roster = &course.Roster{Columns: []string{"team", "name"}, Lines: [][]string{{"ada", "=Ada, \"the first\"\nof all"}, {"idle", "Ida"}}}
	r := &full.Records[0]
	r.Builds = []grade.Built{{Tasks: []string{"add"}, Command: "make <x>", Dir: ".", Failed: "exit status 2", Output: "a < b && c ]]> d"}}
	r.Parts[0].Survivors = []string{"one-and-one-is-three"}
	return map[string]*Book{"hostile": hostile(), "full": full}
}

func each(t *testing.T, test func(t *testing.T, b *Book)) {
	t.Helper()
	for name, b := range books() {
		t.Run(name, func(t *testing.T) { test(t, b) })
	}
}

// TestPythonReadsJUnit holds junit.xml against what junit-10.xsd of the xunit
// plugin of Jenkins says: which elements stand where, with which attributes, and
// that the counts are those of the elements.
func TestPythonReadsJUnit(t *testing.T) {
	const script = `
import json, sys, xml.etree.ElementTree as E
known = {
    "testsuites": ({"name"}, {"time", "tests", "failures", "errors", "disabled"}, {"testsuite"}),
    "testsuite": ({"name", "tests"}, {"failures", "errors", "time", "disabled", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url", "version"},
                  {"properties", "testcase", "system-out", "system-err"}),
    "testcase": ({"name"}, {"classname", "assertions", "time", "status", "class", "file", "line", "log", "group", "url"},
                 {"skipped", "error", "failure", "system-out", "system-err"}),
    "failure": (set(), {"type", "message"}, set()),
    "error": (set(), {"type", "message"}, set()),
}
wrong, suites = [], []
def walk(e):
    required, optional, children = known[e.tag]
    if not required <= set(e.attrib) <= required | optional: wrong.append((e.tag, sorted(e.attrib)))
    for c in e:
        if c.tag not in children: wrong.append((e.tag, c.tag))
        else: walk(c)
root = E.fromstring(sys.stdin.buffer.read())
if root.tag != "testsuites": wrong.append(root.tag)
walk(root)
count = lambda e, tag: len(list(e.iter(tag)))
for e in [root] + list(root):
    for name, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
        if int(e.get(name)) != count(e, tag): wrong.append((e.get("name"), name, e.get(name), count(e, tag)))
for s in root:
    names = [c.get("name") for c in s]
    if len(set(names)) != len(names): wrong.append(names)
    if any(len(c) > 1 for c in s): wrong.append("two results")
    suites.append({"name": s.get("name"), "cases": names, "texts": [r.text for c in s for r in c]})
json.dump({"wrong": wrong, "suites": suites}, sys.stdout)
`
	each(t, func(t *testing.T, b *Book) {
		var out bytes.Buffer
		if err := b.JUnit(&out); err != nil {
			t.Fatal(err)
		}
		var got struct {
			Wrong  []any `json:"wrong"`
			Suites []struct {
				Name  string   `json:"name"`
				Cases []string `json:"cases"`
				Texts []string `json:"texts"`
			} `json:"suites"`
		}
		foreign(t, &got, out.String(), script)
		if len(got.Wrong) > 0 {
			t.Errorf("against the schema: %v\n%s", got.Wrong, &out)
		}
		if len(got.Suites) != len(b.Records) {
			t.Fatalf("%d suites, expected %d", len(got.Suites), len(b.Records))
		}
		for i, s := range got.Suites {
			score := b.Score(&b.Records[i])
			var names []string
			for n := range score.Parts {
				names = append(names, score.Parts[n].Name())
			}
			if s.Name != b.Records[i].Team || !slices.Equal(s.Cases, names) {
				t.Errorf("the suite %q has the cases %q, expected %q", s.Name, s.Cases, names)
			}
		}
		if len(got.Suites[0].Texts) == 0 || !strings.Contains(got.Suites[0].Texts[0], "<script>alert(1)</script>") {
			t.Errorf("the text of a failure comes back as %q", got.Suites[0].Texts)
		}
	})
}

// TestGradescopeFollowsItsFormat holds results.json against what Gradescope
// publishes.
func TestGradescopeFollowsItsFormat(t *testing.T) {
	published, err := jsonschema.Compile(filepath.Join("testdata", "gradescope.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	each(t, func(t *testing.T, b *Book) {
		for _, visibility := range []string{"visible", "hidden", "after_due_date", "after_published"} {
			b.Course.Tasks[0].Visibility = visibility
			for i := range b.Records {
				var out bytes.Buffer
				if err := b.Gradescope(&out, &b.Records[i]); err != nil {
					t.Fatal(err)
				}
				var got any
				if err := json.Unmarshal(out.Bytes(), &got); err != nil {
					t.Fatal(err)
				}
				if err := published.Validate(got); err != nil {
					t.Errorf("%s, %s: %#v\n%s", visibility, b.Records[i].Team, err, &out)
				}
			}
		}
	})
	// The schema refuses what Gradescope does.
	for _, text := range []string{`{}`, `{"tests":[{"score":"1"}]}`, `{"score":1,"tests":[{"status":"ok"}]}`, `{"score":1,"visibility":"seen"}`} {
		var got any
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		if published.Validate(got) == nil {
			t.Errorf("the schema takes %s", text)
		}
	}
}

func TestJSONFollowsItsSchema(t *testing.T) {
	each(t, func(t *testing.T, b *Book) {
		var out bytes.Buffer
		if err := b.JSON(&out); err != nil {
			t.Fatal(err)
		}
		problems, err := schema.Report("grade", bytes.TrimSpace(out.Bytes()))
		if err != nil || len(problems) > 0 {
			t.Errorf("%v %v\n%s", problems, err, &out)
		}
	})
}

// TestPythonReadsTables reads grades.csv, strictly, and the tables of grades.md
// by the rules of GitHub.
func TestPythonReadsTables(t *testing.T) {
	const asCSV = `
import csv, io, json, sys
text = sys.stdin.buffer.read().decode("utf-8")
assert text.endswith("\r\n")
json.dump(list(csv.reader(io.StringIO(text, newline=""), strict=True)), sys.stdout)
`
	const asMarkdown = `
import html, json, re, sys
tables, table = [], None
for line in sys.stdin.buffer.read().decode("utf-8").split("\n"):
    if not line.startswith("|"):
        table = None
        assert "<" not in line, line
        continue
    assert line.endswith("|") and "<" not in line, line
    cells = [html.unescape(c.strip()) for c in re.split(r"(?<!\\)\|", line[1:-1])]
    if table is None:
        table = []
        tables.append(table)
    elif len(table) == 1:
        assert all(re.fullmatch(":?-+:?", c) for c in cells), line
    assert len(cells) == len(table[0] if table else cells), line
    table.append(cells)
json.dump(tables, sys.stdout)
`
	each(t, func(t *testing.T, b *Book) {
		var table, page bytes.Buffer
		if err := b.CSV(&table); err != nil {
			t.Fatal(err)
		}
		if err := b.Markdown(&page); err != nil {
			t.Fatal(err)
		}
		var rows [][]string
		foreign(t, &rows, table.String(), asCSV)
		if len(rows) != len(b.Records)+1 {
			t.Fatalf("%d rows for %d teams", len(rows), len(b.Records))
		}
		for i, row := range rows {
			if len(row) != len(rows[0]) {
				t.Errorf("row %d has %d cells, the first one %d", i+1, len(row), len(rows[0]))
			}
			for _, cell := range row {
				if strings.ContainsAny(cell[:min(1, len(cell))], "=+-@\t\r\n") {
					t.Errorf("row %d: %.60q may be a formula", i+1, cell)
				}
			}
		}
		at := slices.Index(rows[0], "points")
		var tables [][][]string
		foreign(t, &tables, page.String(), asMarkdown)
		if len(tables) < 1 || len(tables[0]) != len(b.Records)+3 {
			t.Fatalf("the tables are %q", tables)
		}
		for i := range b.Records {
			points := fmt.Sprint(b.Score(&b.Records[i]).Earned)
			if rows[i+1][at] != points || tables[0][i+3][1] != points || tables[0][i+3][0] != b.Records[i].Team {
				t.Errorf("%s has %s points in CSV and %s in Markdown, expected %s", b.Records[i].Team, rows[i+1][at], tables[0][i+3][1], points)
			}
		}
	})
}

// TestPythonReadsPages reads the pages with a parser of others: what opens is
// closed, nothing runs, and nothing is fetched.
func TestPythonReadsPages(t *testing.T) {
	const script = `
import base64, hashlib, html.parser, json, sys
class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.stack, self.wrong, self.style, self.script, self.policy, self.text, self.links = [], [], "", "", "", "", []
    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "link", "img", "input", "br"): self.stack.append(tag)
        if tag in ("link", "img", "iframe", "object", "embed", "form", "base"): self.wrong.append(tag)
        for name, value in attrs:
            if name.startswith("on") or name in ("src", "style", "srcdoc"): self.wrong.append(name)
            if name == "href": self.links.append(value)
        a = dict(attrs)
        if a.get("http-equiv") == "Content-Security-Policy": self.policy = a["content"]
    def handle_startendtag(self, tag, attrs): pass
    def handle_endtag(self, tag):
        if not self.stack or self.stack.pop() != tag: self.wrong.append("/" + tag)
    def handle_data(self, data):
        if self.stack and self.stack[-1] == "style": self.style += data
        elif self.stack and self.stack[-1] == "script": self.script += data
        else: self.text += data
    def handle_comment(self, data): self.wrong.append("comment")
r = Reader()
r.feed(sys.stdin.buffer.read().decode("utf-8")); r.close()
def h(text): return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'" if text else "'none'"
allowed = "style-src " + h(r.style) in r.policy and "script-src " + h(r.script) in r.policy and "default-src 'none'" in r.policy
json.dump({"wrong": r.wrong + r.stack, "allowed": allowed, "scripted": r.script != "", "text": r.text, "links": r.links}, sys.stdout)
`
	each(t, func(t *testing.T, b *Book) {
		var team, class bytes.Buffer
		if err := b.Team(&team, &b.Records[0]); err != nil {
			t.Fatal(err)
		}
		if err := b.Class(&class); err != nil {
			t.Fatal(err)
		}
		for name, page := range map[string]*bytes.Buffer{"team": &team, "class": &class} {
			var got struct {
				Wrong    []string `json:"wrong"`
				Allowed  bool     `json:"allowed"`
				Scripted bool     `json:"scripted"`
				Text     string   `json:"text"`
				Links    []string `json:"links"`
			}
			foreign(t, &got, page.String(), script)
			if len(got.Wrong) > 0 || !got.Allowed || got.Scripted != (name == "class") {
				t.Errorf("%s: wrong are %q; the policy allows the style and the script: %t; there is a script: %t", name, got.Wrong, got.Allowed, got.Scripted)
			}
			for _, link := range got.Links {
				if !strings.HasPrefix(link, "teams/") && !strings.Contains(page.String(), ` id="`+strings.TrimPrefix(link, "#")+`"`) {
					t.Errorf("%s: a link leads to %q", name, link)
				}
			}
			if name == "team" && !strings.Contains(got.Text, "<script>alert(1)</script>") {
				t.Errorf("what the program said is not there as text")
			}
		}
	})
}
