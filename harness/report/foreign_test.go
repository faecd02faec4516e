package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	json "github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// This file reads the reports with programs that others wrote, and with readers
// written from the rules of those who read such files, not from our writers.

// foreign runs a program with a report on its standard input. Without the
// program, or a module that it needs, the test is skipped.
func foreign(t *testing.T, stdin string, argv ...string) string {
	t.Helper()
	if _, err := exec.LookPath(argv[0]); err != nil {
		t.Skipf("there is no %s to read the report with", argv[0])
	}
	command := exec.Command(argv[0], argv[1:]...)
	command.Stdin = strings.NewReader(stdin)
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	err := command.Run()
	if missing := regexp.MustCompile(`ModuleNotFoundError|Can't locate \S+\.pm`).FindString(stderr.String()); missing != "" {
		t.Skipf("%s lacks what the test needs: %s", argv[0], strings.TrimSpace(stderr.String()))
	}
	if err != nil {
		t.Fatalf("%s: %v\n%.2000s", argv[0], err, stderr.String())
	}
	return stdout.String()
}

// foreignJSON is foreign for programs that print JSON.
func foreignJSON(t *testing.T, into any, stdin string, argv ...string) {
	t.Helper()
	out := foreign(t, stdin, argv...)
	if err := json.Unmarshal([]byte(out), into); err != nil {
		t.Fatalf("%s printed %.200q: %v", argv[0], out, err)
	}
}

// corpora are the results that every reader gets: with something of everything,
// and with everything that could be taken for something else.
func corpora() map[string]func() ([]run.Result, run.Summary, Options) {
	return map[string]func() ([]run.Result, run.Summary, Options){
		"example": func() ([]run.Result, run.Summary, Options) {
			results, summary := longExample()
			return results, summary, options()
		},
		"hostile": hostileRun,
	}
}

// eachCorpus runs a test with each corpus as a report of a format.
func eachCorpus(t *testing.T, format string, test func(t *testing.T, text string, results []run.Result, summary run.Summary)) {
	t.Helper()
	for name, make := range corpora() {
		t.Run(name, func(t *testing.T) {
			results, summary, o := make()
			test(t, render(t, format, o, results, summary), results, summary)
		})
	}
}

// kinds counts the results by kind.
func kinds(results []run.Result) map[run.Kind]int {
	n := make(map[run.Kind]int)
	for _, r := range results {
		n[run.KindOf(&r.Verdict)]++
	}
	return n
}

const readJSON = `
import json, sys
def pairs(p):
    keys = [k for k, _ in p]
    assert len(keys) == len(set(keys)), keys
    return dict(p)
def constant(c):
    raise ValueError(c)
json.dump(json.load(sys.stdin, object_pairs_hook=pairs, parse_constant=constant), sys.stdout)
`

func TestPythonReadsJSON(t *testing.T) {
	eachCorpus(t, "json", func(t *testing.T, text string, results []run.Result, summary run.Summary) {
		var back struct {
			Summary struct {
				Cases int `json:"cases"`
			} `json:"summary"`
			Verdicts []jsonVerdict `json:"verdicts"`
		}
		foreignJSON(t, &back, text, "python3", "-c", readJSON)
		if len(back.Verdicts) != len(results) || back.Summary.Cases != summary.Cases {
			t.Fatalf("%d verdicts on %d cases", len(back.Verdicts), back.Summary.Cases)
		}
		for i, r := range results {
			// JSON has no bytes that are not UTF-8; all other text comes back.
			want := r.Verdict.Message
			if slices.Contains(back.Verdicts[i].LeftOut, "message") {
				continue
			}
			if got := back.Verdicts[i].Message; got != want && utf8.ValidString(want) {
				t.Errorf("the message %.60q comes back as %.100q", want, got)
			}
		}
	})
}

// junitRules are those of junit-10.xsd of the xunit plugin of Jenkins: what may
// stand in each element, and its attributes, the required ones first.
var junitRules = map[string]struct {
	children             []string
	required, attributes []string
	text                 bool
}{
	"testsuites": {
		children: []string{"testsuite"}, attributes: []string{"name", "time", "tests", "failures", "errors"},
	},
	"testsuite": {
		children:   []string{"properties", "testcase", "system-out", "system-err", "testsuite"},
		required:   []string{"name", "tests", "failures", "errors"},
		attributes: []string{"skipped", "time", "timestamp", "hostname", "id", "package", "file"},
	},
	"properties": {children: []string{"property"}},
	"property":   {required: []string{"name", "value"}},
	"testcase": {
		children: []string{
			"skipped", "error", "failure", "system-out", "system-err",
			"rerunFailure", "rerunError", "flakyFailure", "flakyError",
		},
		required: []string{"name"}, attributes: []string{"classname", "time"},
	},
	"skipped":      {attributes: []string{"type", "message"}},
	"error":        {attributes: []string{"type", "message"}, text: true},
	"failure":      {attributes: []string{"type", "message"}, text: true},
	"flakyFailure": {children: []string{"stackTrace", "system-out", "system-err"}, required: []string{"type"}, attributes: []string{"message"}},
	"stackTrace":   {text: true},
	"system-out":   {text: true},
	"system-err":   {text: true},
}

// junitTime is the pattern of the schema for a time.
var junitTime = regexp.MustCompile(`^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]{0,3})?$`)

// checkJUnit reads a report element by element and returns how many there are of
// each, with the numbers that the report gives.
func checkJUnit(t *testing.T, text string) (counted, said map[string]int) {
	t.Helper()
	counted, said = make(map[string]int), make(map[string]int)
	dec := xml.NewDecoder(strings.NewReader(text))
	dec.Strict = true
	var stack []string
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		parent := ""
		if len(stack) > 0 {
			parent = stack[len(stack)-1]
		}
		switch token := token.(type) {
		case xml.StartElement:
			name := token.Name.Local
			rules, known := junitRules[name]
			if !known || parent == "" && name != "testsuites" || parent != "" && !slices.Contains(junitRules[parent].children, name) {
				t.Fatalf("<%s> in <%s>", name, parent)
			}
			counted[name]++
			left := slices.Clone(rules.required)
			for _, a := range token.Attr {
				if !slices.Contains(append(rules.required, rules.attributes...), a.Name.Local) {
					t.Errorf("<%s> has the attribute %s", name, a.Name.Local)
				}
				left = slices.DeleteFunc(left, func(s string) bool { return s == a.Name.Local })
				switch a.Name.Local {
				case "time":
					if !junitTime.MatchString(a.Value) || !regexp.MustCompile(`^\d+\.\d{3}$`).MatchString(a.Value) {
						t.Errorf("<%s> has the time %q", name, a.Value)
					}
				case "tests", "failures", "errors":
					n, err := strconv.Atoi(a.Value)
					if err != nil {
						t.Errorf("<%s> has %s=%q", name, a.Name.Local, a.Value)
					}
					said[name+" "+a.Name.Local] += n
				}
			}
			if len(left) > 0 {
				t.Errorf("<%s> lacks %q", name, left)
			}
			stack = append(stack, name)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			if parent != "" && !junitRules[parent].text && strings.TrimSpace(string(token)) != "" {
				t.Errorf("text in <%s>: %.100q", parent, token)
			}
		}
	}
	return counted, said
}

func TestJUnitFollowsTheSchema(t *testing.T) {
	eachCorpus(t, "junit", func(t *testing.T, text string, results []run.Result, summary run.Summary) {
		counted, said := checkJUnit(t, text)
		n := kinds(results)
		extra := 0
		if summary.Blocked > 0 {
			extra++
		}
		if summary.Interrupted {
			extra++
		}
		for what, want := range map[string]int{
			"testcase": len(results) + extra, "skipped": n[run.Blocked] + n[run.FailedAsKnown],
			"error":   n[run.Broken] + n[run.Unjudged] + extra,
			"failure": n[run.Failed] + n[run.PassedUnexpectedly],
		} {
			if counted[what] != want {
				t.Errorf("%d elements <%s>, expected %d", counted[what], what, want)
			}
		}
		for said, want := range map[int]string{
			said["testsuites tests"] - counted["testcase"]:       "tests of all suites",
			said["testsuite tests"] - counted["testcase"]:        "tests",
			said["testsuites failures"] - counted["failure"]:     "failures of all suites",
			said["testsuite failures"] - counted["failure"]:      "failures",
			said["testsuites errors"] - counted["error"]:         "errors of all suites",
			said["testsuite errors"] - counted["error"]:          "errors",
			counted["flakyFailure"] - count1(results, flaky):     "flaky cases",
			counted["properties"] - min(1, counted["testsuite"]): "properties",
		} {
			if said != 0 {
				t.Errorf("the number of %s is wrong by %d", want, said)
			}
		}
	})
}

func count1(results []run.Result, outcome judge.Outcome) int {
	n := 0
	for _, r := range results {
		if r.Verdict.Outcome == outcome {
			n++
		}
	}
	return n
}

func TestPythonReadsJUnit(t *testing.T) {
	const script = `
import json, sys, collections
import xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.buffer.read())
json.dump({"counts": collections.Counter(e.tag for e in root.iter()),
  "texts": ["".join(e.itertext()) for e in root.iter("stackTrace")],
  "messages": [e.get("message") for e in root.iter("failure")],
  "known": [e.find("skipped").get("message") for e in root.iter("testcase") if e.get("name") == "more/3"]}, sys.stdout)
`
	eachCorpus(t, "junit", func(t *testing.T, text string, results []run.Result, _ run.Summary) {
		var got struct {
			Counts   map[string]int `json:"counts"`
			Texts    []string       `json:"texts"`
			Messages []string       `json:"messages"`
			Known    []string       `json:"known"`
		}
		foreignJSON(t, &got, text, "python3", "-c", script)
		counted, _ := checkJUnit(t, text)
		if diff := cmp.Diff(counted, got.Counts); diff != "" {
			t.Errorf("python counts other elements (-ours +python):\n%s", diff)
		}
		if len(results) < 20 && (len(got.Texts) != 1 || !strings.HasSuffix(got.Texts[0], "  a < b && c > d ]]> \"e\" 'f'\n  second line")) {
			t.Errorf("the text comes back as %q", got.Texts)
		}
		if len(results) < 20 && !slices.Equal(got.Known, []string{`known: the teacher's # 3 & 4 \ see <the board>: wrong-shape: /0: expected a number`}) {
			t.Errorf("the known failure is told as %q", got.Known)
		}
	})
}

func TestPerlReadsTAP(t *testing.T) {
	const script = `
use strict; use warnings; use TAP::Parser; use JSON::PP;
local $/; binmode(STDIN, ':encoding(UTF-8)'); my $text = <STDIN>;
my $p = TAP::Parser->new({ tap => $text });
my (@points, @unknown, @comments, $bail, $yaml, $plan);
while (my $r = $p->next) {
  if ($r->is_test) { push @points, { ok => $r->is_actual_ok ? 1 : 0, number => $r->number + 0, skip => $r->has_skip ? 1 : 0, todo => $r->has_todo ? 1 : 0, bonus => $r->todo_passed ? 1 : 0, passes => $r->is_ok ? 1 : 0, why => $r->explanation, text => $r->description } }
  elsif ($r->is_yaml) { $yaml++; $points[-1]{data} = $r->data }
  elsif ($r->is_bailout) { $bail = $r->explanation }
  elsif ($r->is_plan) { $plan = $r->tests_planned + 0 }
  elsif ($r->is_comment) { push @comments, $r->comment }
  elsif ($r->is_unknown) { push @unknown, $r->raw }
}
print JSON::PP->new->ascii->encode({ points => \@points, unknown => \@unknown, comments => \@comments, bail => $bail, plan => $plan, errors => [$p->parse_errors] });
`
	eachCorpus(t, "tap", func(t *testing.T, text string, results []run.Result, summary run.Summary) {
		var got struct {
			Points []struct {
				OK     int               `json:"ok"`
				Number int               `json:"number"`
				Skip   int               `json:"skip"`
				Todo   int               `json:"todo"`
				Bonus  int               `json:"bonus"`
				Passes int               `json:"passes"`
				Why    string            `json:"why"`
				Text   string            `json:"text"`
				Data   map[string]string `json:"data"`
			} `json:"points"`
			Unknown  []string `json:"unknown"`
			Comments []string `json:"comments"`
			Bail     string   `json:"bail"`
			Plan     int      `json:"plan"`
			Errors   []string `json:"errors"`
		}
		if !strings.HasPrefix(text, "TAP version 14\n") {
			t.Fatalf("the report begins with %.40q", text)
		}
		// This parser knows of version 14 only that it is newer.
		foreignJSON(t, &got, strings.Replace(text, "TAP version 14", "TAP version 13", 1), "perl", "-e", script)
		if got.Plan != summary.Cases || len(got.Points) != len(results) || len(got.Unknown) > 0 {
			t.Errorf("a plan of %d, %d points, unknown lines %.300q", got.Plan, len(got.Points), got.Unknown)
		}
		if (got.Bail != "") != (summary.Interrupted || summary.Blocked > 0) {
			t.Errorf("it bails out: %q", got.Bail)
		}
		for i, p := range got.Points {
			v := &results[i].Verdict
			kind := run.KindOf(v)
			todo := kind == run.FailedAsKnown
			if (p.OK == 1) != (kind == run.Passed || kind == run.Blocked) || (p.Skip == 1) != (kind == run.Blocked) || (p.Todo == 1) != todo || p.Number != i+1 {
				t.Errorf("%s %.80q is read as %+v", v.Outcome, v.Case, p)
			}
			// A known failure does not fail the plan, as it does not fail the run; a
			// pass in its place fails both, and the block says why.
			if (p.Passes == 1) != (p.OK == 1 || todo) || p.Bonus == 1 {
				t.Errorf("%s %.80q counts as %+v", v.Outcome, v.Case, p)
			}
			if v.Case == "more/3" && p.Why != `the teacher's \# 3 & 4 \\ see <the board>` {
				t.Errorf("the reason is read as %q", p.Why)
			}
			if kind == run.PassedUnexpectedly && p.Data["message"] != warningTexts[run.UnexpectedPass] {
				t.Errorf("nothing tells why %q fails: %q", v.Case, p.Data)
			}
			// The parser leaves the escapes in.
			id := strings.NewReplacer(`\\`, `\`, `\#`, `#`).Replace(strings.TrimPrefix(p.Text, "- "))
			shown := newViewer(jsonCosts, nil, nil)
			if want := strings.TrimRight(shown.id(v.Case), " "); strings.TrimRight(id, " ") != want {
				t.Errorf("the name is read as %.100q, expected %.100q", id, want)
			}
			if kind == run.Failed && (p.Data["verdict"] == "" || p.Data["severity"] != "fail") {
				t.Errorf("%.80q has the data %v", v.Case, p.Data)
			}
		}
		for _, e := range got.Errors {
			if !strings.HasPrefix(e, "Bad plan.") || !summary.Interrupted {
				t.Errorf("perl says: %s", e)
			}
		}
	})
}

func TestPythonReadsTheYAMLOfTAP(t *testing.T) {
	const script = `
import json, sys, yaml
blocks, block = [], None
for line in sys.stdin.read().split("\n"):
    if line == "  ---": block = []
    elif line == "  ...": blocks.append(yaml.safe_load("\n".join(block))); block = None
    elif block is not None: block.append(line)
json.dump(blocks, sys.stdout)
`
	eachCorpus(t, "tap", func(t *testing.T, text string, results []run.Result, _ run.Summary) {
		var blocks []struct {
			Verdict  string  `json:"verdict"`
			Duration float64 `json:"duration_ms"`
		}
		foreignJSON(t, &blocks, text, "python3", "-c", script)
		want := 0
		for _, r := range results {
			if kind := run.KindOf(&r.Verdict); (kind != run.Blocked || r.Verdict.Stderr != "") && (kind != run.Passed || len(r.Verdict.Warnings) > 0) {
				if blocks[want].Duration != sane(r.Verdict.Ms) {
					t.Errorf("%.80q took %v", r.Verdict.Case, blocks[want].Duration)
				}
				want++
			}
		}
		if len(blocks) != want {
			t.Errorf("%d blocks, expected %d", len(blocks), want)
		}
	})
}

func TestPythonReadsCSV(t *testing.T) {
	const script = `
import csv, io, json, sys
text = sys.stdin.buffer.read().decode("utf-8")
assert text.endswith("\r\n") and text.count("\n") == text.count("\r") == text.count("\r\n")
json.dump(list(csv.DictReader(io.StringIO(text, newline=""), strict=True)), sys.stdout)
`
	eachCorpus(t, "csv", func(t *testing.T, text string, results []run.Result, _ run.Summary) {
		var rows []map[string]string
		foreignJSON(t, &rows, text, "python3", "-c", script)
		if len(rows) != len(results) {
			t.Fatalf("%d rows, expected %d", len(rows), len(results))
		}
		for i, row := range rows {
			if len(row) != len(csvColumns) {
				t.Errorf("row %d has %d columns, expected %d", i+1, len(row), len(csvColumns))
			}
			for name, cell := range row {
				if strings.ContainsAny(cell[:min(1, len(cell))], "=+-@\t\r\n") || strings.HasPrefix(strings.TrimSpace(cell), "=") {
					t.Errorf("row %d, %s: %.60q may be a formula", i+1, name, cell)
				}
			}
			if got, want := row["verdict"], string(results[i].Verdict.Outcome); got != want {
				t.Errorf("row %d has the verdict %q, expected %q", i+1, got, want)
			}
			if (row["known"] != "") != (run.KindOf(&results[i].Verdict) == run.FailedAsKnown) {
				t.Errorf("row %d is known: %.60q", i+1, row["known"])
			}
			if i == 8 && len(results) < 20 && row["stderr"] != `a < b && c > d ]]> "e" 'f'\u000asecond line` {
				t.Errorf("stderr comes back as %q", row["stderr"])
			}
		}
	})
}

// TestPythonReadsHTML reads the page with a parser of others: it must have no
// elements and attributes but ours, and its script and style must be those that
// its policy allows.
func TestPythonReadsHTML(t *testing.T) {
	const script = `
import base64, hashlib, html.parser, json, sys
class Reader(html.parser.HTMLParser):
    void = {"meta", "input"}
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.stack, self.elements, self.attributes, self.values = [], {}, {}, {}
        self.code, self.texts, self.policy, self.wrong, self.verdicts = {}, [], None, [], []
    def handle_starttag(self, tag, attrs):
        if tag not in self.void: self.stack.append(tag)
        self.elements[tag] = self.elements.get(tag, 0) + 1
        for name, value in attrs:
            self.attributes.setdefault(tag, set()).add(name)
            if name in ("href", "id"): self.values.setdefault(name, []).append(value)
            if name == "data-verdict": self.verdicts.append(value)
        a = dict(attrs)
        if a.get("http-equiv") == "Content-Security-Policy": self.policy = a["content"]
    def handle_endtag(self, tag):
        if not self.stack or self.stack.pop() != tag: self.wrong.append(tag)
    def handle_data(self, data):
        if self.stack and self.stack[-1] in ("script", "style"):
            self.code[self.stack[-1]] = self.code.get(self.stack[-1], "") + data
        else: self.texts.append(data)
    def handle_comment(self, data): self.wrong.append("comment " + data)
    def handle_pi(self, data): self.wrong.append("pi " + data)
    def unknown_decl(self, data): self.wrong.append("decl " + data)
r = Reader()
r.feed(sys.stdin.buffer.read().decode("utf-8")); r.close()
h = {k: "'sha256-" + base64.b64encode(hashlib.sha256(v.encode()).digest()).decode() + "'" for k, v in r.code.items()}
json.dump({"elements": r.elements, "attributes": {k: sorted(v) for k, v in r.attributes.items()}, "href": r.values.get("href", []),
  "id": r.values["id"], "policy": r.policy, "hashes": h, "text": "".join(r.texts), "wrong": r.wrong + r.stack, "verdicts": r.verdicts}, sys.stdout)
`
	allowed := map[string][]string{
		"html": {"lang"}, "head": nil, "meta": {"charset", "content", "http-equiv", "name"}, "title": nil, "style": nil, "script": nil,
		"body": nil, "header": nil, "main": nil, "section": {"aria-labelledby"}, "h1": nil, "h2": {"id"}, "h3": {"class"},
		"p": {"class", "tabindex"}, "dl": nil, "dt": nil, "dd": nil, "code": nil, "ol": {"class"}, "ul": {"id"}, "li": {"data-verdict", "id"},
		"a": {"href"}, "form": {"hidden", "id", "role"}, "label": nil, "input": {"autocomplete", "name", "spellcheck", "type"},
		"select": {"name"}, "option": {"value"}, "output": {"aria-live", "name"}, "kbd": nil, "details": nil, "summary": nil,
		"b": {"class"}, "pre": nil,
	}
	eachCorpus(t, "html", func(t *testing.T, text string, results []run.Result, _ run.Summary) {
		var got struct {
			Elements   map[string]int      `json:"elements"`
			Attributes map[string][]string `json:"attributes"`
			Href       []string            `json:"href"`
			ID         []string            `json:"id"`
			Policy     string              `json:"policy"`
			Hashes     map[string]string   `json:"hashes"`
			Text       string              `json:"text"`
			Wrong      []string            `json:"wrong"`
			Verdicts   []string            `json:"verdicts"`
		}
		foreignJSON(t, &got, text, "python3", "-c", script)
		if len(got.Wrong) > 0 {
			t.Errorf("wrongly nested, or no element: %.200q", got.Wrong)
		}
		for name := range got.Elements {
			attributes, ok := allowed[name]
			if !ok {
				t.Errorf("there is an element <%s>", name)
			}
			for _, a := range got.Attributes[name] {
				if !slices.Contains(attributes, a) {
					t.Errorf("<%s> has the attribute %s", name, a)
				}
			}
		}
		for _, one := range []string{"style", "script", "title", "form"} {
			if got.Elements[one] != 1 {
				t.Errorf("%d elements <%s>", got.Elements[one], one)
			}
		}
		policy := fmt.Sprintf("default-src 'none'; style-src %s; script-src %s; base-uri 'none'; form-action 'none'", got.Hashes["style"], got.Hashes["script"])
		if got.Policy != policy {
			t.Errorf("the policy is %q, expected %q", got.Policy, policy)
		}
		if len(got.Verdicts) != len(results) {
			t.Errorf("%d cases, expected %d", len(got.Verdicts), len(results))
		}
		slices.Sort(got.ID)
		if n := len(slices.Compact(slices.Clone(got.ID))); n != len(got.ID) {
			t.Errorf("%d ids, but %d different ones", len(got.ID), n)
		}
		for _, href := range got.Href {
			if id, ok := strings.CutPrefix(href, "#"); !ok || !slices.Contains(got.ID, id) {
				t.Errorf("a link leads to %q", href)
			}
		}
		// What a subject says is there as text.
		for _, r := range results {
			if m := r.Verdict.Message; len(m) < 100 && fit(m) && !strings.Contains(got.Text, m) {
				t.Errorf("the text does not say %q", m)
			}
		}
	})
}

func TestNodeReadsTheScript(t *testing.T) {
	if out := foreign(t, pageScript, "node", "--check", "-"); out != "" {
		t.Errorf("node says: %s", out)
	}
}

// TestPythonReadsGradescope checks results.json by the rules that Gradescope
// publishes.
func TestPythonReadsGradescope(t *testing.T) {
	eachCorpus(t, "gradescope", func(t *testing.T, text string, results []run.Result, summary run.Summary) {
		foreign(t, text, "python3", "-c", readJSON)
		checkGradescope(t, text, PointsDefault, results, summary)
	})
}

// checkGradescope reads results.json and returns the scores, in hundredths.
func checkGradescope(t *testing.T, text string, points Points, results []run.Result, summary run.Summary) (earned Points) {
	t.Helper()
	var got struct {
		ExecutionTime float64 `json:"execution_time"`
		Visibility    string  `json:"visibility"`
		Output        string  `json:"output"`
		OutputFormat  string  `json:"output_format"`
		Tests         []struct {
			Name         string   `json:"name"`
			NameFormat   string   `json:"name_format"`
			Score        float64  `json:"score"`
			MaxScore     float64  `json:"max_score"`
			Status       string   `json:"status"`
			Output       string   `json:"output"`
			OutputFormat string   `json:"output_format"`
			Tags         []string `json:"tags"`
		} `json:"tests"`
	}
	// Other keys are not of its format; a score at the top is not wanted.
	if err := json.Unmarshal([]byte(text), &got, json.RejectUnknownMembers(true)); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains([]string{"visible", "hidden", "after_due_date", "after_published"}, got.Visibility) || got.ExecutionTime < 0 {
		t.Errorf("visibility %q, time %v", got.Visibility, got.ExecutionTime)
	}
	if got.Output != "" && (got.OutputFormat != "text" || got.Visibility != "visible") {
		t.Errorf("output of the format %q for %s results: %q", got.OutputFormat, got.Visibility, got.Output)
	}
	want := len(results)
	if want < max(1, summary.Cases) {
		want++
	}
	if len(got.Tests) != want {
		t.Errorf("%d tests, expected %d", len(got.Tests), want)
	}
	var sum Points
	for i, c := range got.Tests {
		score, most := hundredths(c.Score), hundredths(c.MaxScore)
		sum += most
		earned += score
		pass := i < len(results) && results[i].Verdict.Outcome == judge.Pass
		if (c.Status == "passed") != pass || c.Status != "passed" && c.Status != "failed" || pass && score != most || !pass && score != 0 || most < 0 {
			t.Errorf("test %d: status %q, score %v of %v", i+1, c.Status, c.Score, c.MaxScore)
		}
		if c.Name == "" || c.OutputFormat != "text" || c.NameFormat != "text" || len(c.Output) > 20<<10 {
			t.Errorf("test %d: name %.60q, formats %q and %q, %d bytes of output", i+1, c.Name, c.NameFormat, c.OutputFormat, len(c.Output))
		}
	}
	if sum != points {
		t.Errorf("the tests are worth %v points together, expected %v", sum, points)
	}
	return earned
}

func hundredths(score float64) Points { return Points(score*100 + 0.5) }

// fit tells whether reports show a text as it is.
func fit(said string) bool { return text.Inert(text.Visible(said)) == said }
