package report

import (
	"encoding/csv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// hostile are texts that mean something to one of those who read reports.
var hostile = []string{
	"", " ", "\t", "\n", "\r\n", "'", `"`, `""`, ",,;", "%s%d%!", "{{.}}", "${x}", "$(id)", `\`, `\"`, `\\`,
	// terminals
	"\x1b[31mred\x1b[0m\x1b[2J\x1b]0;title\x07", "nul\x00nul", "\x7f\x80\u009b31m", "\b\b\b", "\u202eevil\u2066", "\ufeff", "\u2028\u2029\u0085",
	"bad \xff\xfe \xed\xa0\x80 \xc2", "\ufffe\uffff\U0010ffff", "\U0001f468\u200d\U0001f469", "\U000e0001",
	// HTML and XML
	"</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", `"><svg onload=alert(1)>`, "' onmouseover='x", "</pre></details></li></ul>",
	"<!--", "-->", "]]>", "]]]]>>", "<![CDATA[", "<?xml?>", "&amp;&lt;&#0;&#x1b;", "</title>", "</style>", "javascript:alert(1)",
	// spreadsheets
	"=cmd|'/C calc'!A0", "+1+1", "-1+1", "@SUM(1)", "\t=1", "\r=1", "\n=1", "  =1", "＝1+1", `=1";=2`, "a\",\"=1", "0\r\n=1,2",
	// build services
	"::error::boom", "  ::error file=a::boom", "x\n::error::second line", "x\r\n::stop-commands::token", "x\r::add-mask::y", "::", "::::", "::set-output name=a::b",
	"##[error]boom", "###[error]x", "a ##[group]b", "#\u200b#[error]", "##vso[task.complete]", "##teamcity[testFailed]", "%0A::error::x", "%25", "a%3A%3Ab",
	// Markdown
	"`code` ``two`` ``` ````", "```\nfence\n```", "```", "~~~", "|pipe|", `\|`, `a\`, "[link](http://evil.example)", "![i](http://evil.example/x.png)", "[x]: http://evil.example",
	"@octocat #1 GH-2 https://evil.example www.evil.example a@evil.example", "<details>", "**b** _i_ ~~s~~", "# h", "- l", "1. l", "> q", "---", "$x$", ":smile:", "`", " ` ",
	// TAP
	"ok 1 - fake", "x\nok 1 - fake", "not ok 2 # TODO later", "Bail out! now", "x\n  Bail out! now", "1..0 # SKIP", "x\n1..0", "  ...\nok 9", "  ---\n  {}",
	"pragma +strict", "#", `\#`, `\\#`, "# SKIP yes", "a # TODO b", "a#skip", "    ok 1 - sub", "key: value", "- item", `"q": "r"`, "a: 'b", "[1, 2", "{a: b",
	// length
	strings.Repeat("`", 5000), strings.Repeat("<", 100_000), strings.Repeat("é", 1<<19), strings.Repeat("a\n", 100_000), strings.Repeat("::\n", 10_000),
	strings.Repeat("#", 10_000) + "[", strings.Repeat(" ", 10_000) + "::error::x", strings.Repeat("x", 1<<20),
}

// hostileRun is a run in which everybody is hostile: every field of a verdict
// says each of the texts, under every kind of verdict.
func hostileRun() ([]run.Result, run.Summary, Options) {
	summary := run.Summary{Verdicts: make(map[judge.Outcome]int), Ms: 1e300}
	var results []run.Result
	for i, said := range hostile {
		// A long text is a long message; all fields would be a gigabyte.
		long := said
		said, _ = text.Cut(said, 8<<10)
		quote, err := jsontext.AppendQuote(nil, strings.ToValidUTF8(said, "\ufffd"))
		if err != nil {
			panic(err) // of a test: the text is valid
		}
		v := judge.Verdict{
			Case: said, Subject: said, Pointer: said, Clause: said, Message: long,
			Expected: quote, Received: jsontext.Value(`[` + string(quote) + `]`),
			Differences: []judge.Difference{{Pointer: said, Clause: said, Message: said + "1"}, {Message: said}},
			Signal:      said, Stderr: "x\n" + said + "\n" + said, Delivery: said, Warnings: []string{said}, Fingerprint: said, Ms: float64(i) * 1e5,
		}
		add := func(outcome judge.Outcome, blame judge.Blame) {
			v.Outcome, v.Blame = outcome, blame
			results = append(results, verdict(v))
			summary.Count(&v)
		}
		add(judge.WrongAnswer, judge.BlameSubject)
		switch i % 5 {
		case 0:
			add(judge.Pass, "")
		case 1:
			add(judge.Blocked, "")
		case 2:
			add(judge.Blocked, judge.BlameSuite)
		case 3:
			add(judge.HarnessError, judge.BlameHarness)
		case 4:
			add(flaky, judge.BlameSubject)
		}
		v.Case = "suite/" + said
		add(judge.Crashed, judge.BlameSubject)
		v.Case, v.Known = "known/"+said, said
		add(judge.WrongAnswer, judge.BlameSubject)
	}
	summary.Cases = len(results)
	all := strings.Join(hostile[:len(hostile)-8], "\n")
	h := ledger.Header{
		Touchstone: all, Task: all, Subject: all, Suites: hostile, Cases: len(results),
		Options: game.SettingList{{Name: "o", Value: jsontext.Value(`"##[error]</script>]]>"`)}},
		Again:   &ledger.Again{Flags: hostile[:20], Suites: hostile[20:30], Command: hostile[30:60]},
	}
	return results, summary, Options{Header: h, Text: TextOptions{Rerun: NewRerun(&h), Verbose: true}}
}

// knownReasons are the reasons of known failures, as reports show them.
func knownReasons(results []run.Result) map[string]bool {
	w := newViewer(githubCosts, nil, nil)
	reasons := make(map[string]bool)
	for i := range results {
		if s := w.view(&results[i]); s.kind == run.FailedAsKnown {
			reasons[s.known] = true
		}
	}
	return reasons
}

// A workflowCommand is what GitHub's runner finds in a line of a log.
type workflowCommand struct{ name, properties, data string }

// workflowCommands reads a log by the documented rules and by those of the
// runner: a command begins a line, behind white space, with two colons and has
// two more behind its name and properties; the older form stands anywhere.
func workflowCommands(log string) []workflowCommand {
	var found []workflowCommand
	for _, line := range strings.FieldsFunc(log, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if rest, ok := strings.CutPrefix(strings.TrimLeftFunc(line, unicode.IsSpace), "::"); ok {
			head, data, _ := strings.Cut(rest, "::")
			name, properties, _ := strings.Cut(head, " ")
			found = append(found, workflowCommand{name, properties, data})
			continue
		}
		for _, begin := range []string{"##[", "##vso[", "##teamcity["} {
			if _, rest, ok := strings.Cut(line, begin); ok {
				found = append(found, workflowCommand{name: begin + rest})
			}
		}
	}
	return found
}

func TestTheReaderOfCommandsFindsThem(t *testing.T) {
	for text, want := range map[string]int{
		"::error::x": 1, " \t::error title=a::x": 1, "a\r::x::y": 1, "a ##[error]": 1, "a::error::": 0, "a # #[error]": 0, "::stop-commands::a\nb\n::a::": 2,
	} {
		if got := workflowCommands(text); len(got) != want {
			t.Errorf("%q: %d commands, expected %d", text, len(got), want)
		}
	}
}

// TestHostileTextIsOnlyText makes every report of the hostile run: all of it
// shows as itself, and but for GitHub's own format no line is a command.
func TestHostileTextIsOnlyText(t *testing.T) {
	for name, make := range corpora() {
		results, summary, o := make()
		for _, format := range Formats() {
			text := render(t, format, o, results, summary)
			if !utf8.ValidString(text) {
				t.Errorf("%s of the %s: not UTF-8", format, name)
			}
			for line := range strings.Lines(text) {
				line = strings.TrimSuffix(line, "\n")
				if format == "csv" {
					line = strings.TrimSuffix(line, "\r")
				}
				if i := strings.IndexFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
					t.Errorf("%s of the %s: %q does not show as itself", format, name, line[max(0, i-30):min(len(line), i+30)])
				}
			}
			if format == "github" {
				continue
			}
			if found := workflowCommands(text); len(found) > 0 {
				t.Errorf("%s of the %s: %d workflow commands, the first is %.100q", format, name, len(found), found[0])
			}
			if format != "json" && len(text) > 5_000_000 {
				t.Errorf("%s of the %s: %d bytes", format, name, len(text))
			}
		}
	}
}

// TestAnyTextIsOnlyText puts texts together from the pieces that mean something
// to somebody, which may mean more next to each other.
func TestAnyTextIsOnlyText(t *testing.T) {
	pieces := []string{
		"::", ":", "#", "##[", "[", "]", "`", "``", "|", "\\", "<", ">", "]]>", "\n", "\r", " ", "\t", "=", `"`, "'", "a", "\x1b", "error",
		"-->", "%0A", "\u2028", "é", "\xff", "...", "---", "ok 1", "Bail out!", "@x", "&", "vso",
	}
	rapid.Check(t, func(rt *rapid.T) {
		draw := func(name string) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(rt, name), "")
		}
		v := judge.Verdict{
			Case: draw("case"), Outcome: judge.Outcome(draw("outcome")), Blame: judge.BlameSubject, Message: draw("message"), Pointer: draw("pointer"),
			Clause: draw("clause"), Stderr: draw("stderr"), Warnings: []string{draw("warning")}, Delivery: draw("delivery"),
			Differences: []judge.Difference{{Message: draw("difference")}}, Fingerprint: draw("fingerprint"), Signal: draw("signal"),
		}
		summary := run.Summary{Cases: 1, Fail: 1, Verdicts: map[judge.Outcome]int{v.Outcome: 1}}
		h := ledger.Header{
			Task: draw("task"), Subject: draw("subject"), Cases: 1, Suites: []string{draw("suite")}, Touchstone: draw("version"),
			Again: &ledger.Again{Flags: []string{draw("flag")}, Command: []string{draw("word")}},
		}
		for _, format := range Formats() {
			text := render(t, format, Options{Header: h, Text: TextOptions{Rerun: NewRerun(&h)}}, []run.Result{verdict(v)}, summary)
			if i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) && r != '\n' && (r != '\r' || format != "csv") }); i >= 0 {
				rt.Errorf("%s: %q does not show as itself", format, text[i:min(len(text), i+20)])
			}
			if found := workflowCommands(text); format != "github" && len(found) > 0 {
				rt.Errorf("%s: the command %q", format, found[0])
			}
			switch format {
			case "junit":
				checkJUnit(t, text)
			case "csv":
				if rows, err := csv.NewReader(strings.NewReader(text)).ReadAll(); err != nil || len(rows) != 2 || len(rows[1]) != len(csvColumns) {
					rt.Errorf("%d rows, error %v:\n%s", len(rows), err, text)
				}
			case "json", "gradescope":
				if !jsontext.Value(text).IsValid() {
					rt.Errorf("%s: not JSON:\n%s", format, text)
				}
			case "markdown":
				checkMarkdown(t, text)
			case "tap":
				// The first line, the plan, four facts, a test point and its block.
				for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
					if (i >= 2 && i < 6) != strings.HasPrefix(line, "# ") || i > 6 && !strings.HasPrefix(line, "  ") {
						rt.Errorf("tap: line %d is %q", i+1, line)
					}
				}
			}
		}
		if t.Failed() {
			rt.Fatalf("see above: %+v", v)
		}
	})
}

// TestGitHubCommands reads the commands back.
func TestGitHubCommands(t *testing.T) {
	unescape := func(text string) string {
		return strings.NewReplacer("%0A", "\n", "%0D", "\r", "%3A", ":", "%2C", ",", "%25", "%").Replace(text)
	}
	for name, make := range corpora() {
		results, summary, o := make()
		text := render(t, "github", o, results, summary)
		perKind := map[string]int{}
		open := false
		for line := range strings.Lines(text) {
			found := workflowCommands(line)
			if !strings.HasPrefix(line, "::") {
				if len(found) > 0 || !open {
					t.Errorf("%s: a line outside of a group, or a foreign command: %.100q", name, line)
				}
				continue
			}
			if len(found) != 1 {
				t.Fatalf("%s: %q", name, line)
			}
			c := found[0]
			perKind[c.name]++
			switch c.name {
			case "error", "warning", "notice":
				title, ok := strings.CutPrefix(c.properties, "title=")
				if !ok || title == "" || strings.ContainsAny(title, ":,\r\n") || c.data == "" || unescape(c.data) == "" || open {
					t.Errorf("%s: %.200q", name, line)
				}
			case "group", "endgroup":
				if open = !open; open != (c.name == "group") {
					t.Errorf("%s: groups are not closed", name)
				}
			default:
				t.Errorf("%s: the command %q", name, c.name)
			}
		}
		for kind, n := range perKind {
			if n > annotationsMax && kind != "group" && kind != "endgroup" {
				t.Errorf("%s: %d times %s, GitHub shows %d", name, n, kind, annotationsMax)
			}
		}
		if notices := min(len(knownReasons(results))+1, annotationsMax); perKind["notice"] != notices || perKind["error"] == 0 || open {
			t.Errorf("%s: %v", name, perKind)
		}
	}
	results, summary := longExample()
	first := workflowCommands(render(t, "github", options(), results, summary))[1]
	if got, want := unescape(first.properties), "title=wrong-answer: 3 cases"; got != want {
		t.Errorf("the properties are %q, expected %q", got, want)
	}
	if got, want := unescape(first.data), "/0: expected 3, received 4 (SU-1)\nsums/2, sums/3, sums/4"; got != want {
		t.Errorf("the message is %q, expected %q", got, want)
	}
}

// TestGitHubFoldsAnnotations has more causes than GitHub shows annotations.
func TestGitHubFoldsAnnotations(t *testing.T) {
	for _, c := range []struct {
		causes, errors int
		interrupted    bool
		last           string
	}{
		{10, 10, false, "j"},
		{12, 10, false, "3 more causes with 3 cases"},
		{9, 10, true, "i"},
		{10, 10, true, "2 more causes with 2 cases"},
	} {
		var results []run.Result
		for i := range c.causes {
			id := string(rune('a' + i))
			results = append(results, verdict(judge.Verdict{Case: id, Outcome: judge.Crashed, Blame: judge.BlameSubject, Fingerprint: id}))
		}
		summary := run.Summary{Cases: c.causes, Fail: c.causes}
		if c.interrupted {
			summary.Cases++
		}
		var errors []workflowCommand
		for _, command := range workflowCommands(render(t, "github", Options{}, results, summary)) {
			if command.name == "error" {
				errors = append(errors, command)
			}
		}
		if len(errors) != c.errors {
			t.Errorf("%d causes: %d errors, expected %d", c.causes, len(errors), c.errors)
		}
		if last := errors[len(errors)-1]; !strings.Contains(last.properties+" "+last.data, c.last) {
			t.Errorf("%d causes: the last error is %q, expected %q", c.causes, last, c.last)
		}
	}
}

func TestStepSummaryIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("megabytes of Markdown are built many times over, which takes minutes under the race detector")
	}
	results, summary, o := hostileRun()
	var whole, part strings.Builder
	o.GitHub = GitHubOptions{StepSummary: &whole, BytesMax: StepSummaryBytesMax}
	render(t, "github", o, results, summary)
	if whole.String() != render(t, "markdown", o, results, summary) || whole.Len() > StepSummaryBytesMax {
		t.Errorf("the summary is not the report in Markdown, or has %d bytes", whole.Len())
	}
	short, sum := longExample()
	full := render(t, "markdown", options(), short, sum)
	for most := 0; most < len(full)+200; most += 7 {
		part.Reset()
		o := options()
		o.GitHub = GitHubOptions{StepSummary: &part, BytesMax: most}
		render(t, "github", o, short, sum)
		got := part.String()
		whole := got == full
		begun, cut := strings.CutSuffix(got, markdownCut)
		if len(got) > most || whole != (len(full)+len(markdownCut) <= most) || !whole && (!strings.HasPrefix(full, begun) || cut != (most >= len(markdownCut))) {
			t.Fatalf("with room for %d bytes the summary has %d and ends with %q", most, len(got), got[max(0, len(got)-80):])
		}
	}
}

// outsideOfCode returns what of a Markdown text is neither in fences nor in code
// spans, read as CommonMark says: a fence ends with a line of at least as many
// backticks, a span with a run of just as many.
func outsideOfCode(t *testing.T, text string) string {
	t.Helper()
	var out strings.Builder
	fence := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		// A fence may stand behind up to three blanks.
		bare := strings.TrimLeft(line[:min(3, len(line))], " ") + line[min(3, len(line)):]
		ticks := bare[:len(bare)-len(strings.TrimLeft(bare, "`"))]
		switch {
		case fence != "" && len(ticks) >= len(fence) && ticks == strings.TrimRight(bare, " "):
			fence = ""
		case fence != "":
		case len(ticks) >= 3 && !strings.Contains(bare[len(ticks):], "`"):
			fence = ticks
		default:
			table := strings.HasPrefix(line, "|")
			for line != "" {
				before, rest, found := strings.Cut(line, "`")
				out.WriteString(before)
				if !found {
					break
				}
				rest = "`" + rest
				run := rest[:len(rest)-len(strings.TrimLeft(rest, "`"))]
				end := len(run)
				for {
					i := strings.Index(rest[end:], run)
					if i < 0 {
						t.Fatalf("a code span is not closed: %.100q", rest)
					}
					i += end
					n := len(rest[i:]) - len(strings.TrimLeft(rest[i:], "`"))
					if end = i + n; n == len(run) {
						break
					}
				}
				out.WriteString("C")
				if table {
					// A bar ends a cell also within code.
					out.WriteString(strings.Repeat("|", strings.Count(rest[:end], "|")))
				}
				line = rest[end:]
			}
			out.WriteString("\n")
		}
	}
	if fence != "" {
		t.Error("a fence is not closed")
	}
	return out.String()
}

// TestMarkdownHasForeignTextInCodeOnly takes the code out of reports; what is
// left must be ours.
func TestMarkdownHasForeignTextInCodeOnly(t *testing.T) {
	for name, make := range corpora() {
		t.Run(name, func(t *testing.T) {
			results, summary, o := make()
			checkMarkdown(t, render(t, "markdown", o, results, summary))
			// Of so many causes only the first are shown.
			for _, r := range results {
				one := run.Summary{Cases: 1, Fail: 1, Verdicts: map[judge.Outcome]int{r.Verdict.Outcome: 1}}
				checkMarkdown(t, render(t, "markdown", o, []run.Result{r}, one))
			}
		})
	}
}

// checkMarkdown looks at what stands outside of code.
func checkMarkdown(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(outsideOfCode(t, text)) {
		line = strings.TrimSuffix(line, "\n")
		rest := line
		for _, ours := range []string{
			"<details><summary>the first case</summary>", "</details>", "### ", "## ", "# ", "**the run was interrupted: ", "**",
			"|---|---:|---|---|---|", "|---|---:|", "- C", "'s fault",
		} {
			rest = strings.ReplaceAll(rest, ours, "")
		}
		if strings.HasPrefix(rest, "|") {
			if n := strings.Count(rest, "|"); n != 3 && n != 6 {
				t.Errorf("a row of %d bars: %.200q", n, line)
			}
			rest = strings.ReplaceAll(rest, "|", "")
		}
		if strings.ContainsAny(rest, "`*_[]<>@#\\|~!/$") || strings.Contains(rest, "evil") || strings.Contains(rest, "alert") {
			t.Errorf("outside of code stands %.200q", line)
		}
	}
}

func TestCodeSpans(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a": "`a`", "a`b": "``a`b``", "`": "`` ` ``", "a``": "``` a`` ```", " a": "`  a `", `a\`: "`a\\`",
	} {
		if got := code(text); got != want {
			t.Errorf("%q becomes %q, expected %q", text, got, want)
		}
	}
	if got, want := tableCode("a|b"), "`a\\u007cb`"; got != want {
		t.Errorf("in a table: %q, expected %q", got, want)
	}
}
