package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/suite/spool"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// flaky is the verdict on a program that passes and fails on the same input.
const flaky judge.Outcome = "flaky"

// A junit writes JUnit XML as junit-10.xsd of the xunit plugin of Jenkins has
// it, the strictest of its dialects: a failure is the subject's fault, also if
// other runs on the same input pass, or a pass where a failure is listed, an error is a case that could not be judged, skipped
// one that was not run, or fails as it is known to.
type junit struct {
	out     errWriter
	header  ledger.Header
	viewer  viewer
	suites  []*junitSuite // in the order of their first case
	byName  map[string]*junitSuite
	lines   spool.Spool // the cases, each as it stands in the file
	list    []junitLine // of those
	blocked string      // why the first blocked case was not run
	// blockedDetails is what the setup wrote, if it is the reason.
	blockedDetails string
}

func newJUnit(w io.Writer, o Options) *junit {
	return &junit{
		out: errWriter{w: w}, header: o.Header, viewer: newViewer(xmlCosts, NewRerun(&o.Header), o.Book),
		byName: make(map[string]*junitSuite), lines: newSpool(),
	}
}

// A junitLine is a case in the spool.
type junitLine struct {
	suite int32 // its place among the suites
	bytes int32
}

// The elements of the file; times are in seconds.
type (
	junitSuites struct {
		XMLName  xml.Name `xml:"testsuites"`
		Name     string   `xml:"name,attr"`
		Time     string   `xml:"time,attr"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
	}
	junitSuite struct {
		XMLName    xml.Name         `xml:"testsuite"`
		Name       string           `xml:"name,attr"`
		Tests      int              `xml:"tests,attr"`
		Failures   int              `xml:"failures,attr"`
		Errors     int              `xml:"errors,attr"`
		Skipped    int              `xml:"skipped,attr"`
		Time       string           `xml:"time,attr"`
		Timestamp  string           `xml:"timestamp,attr,omitempty"`
		Properties *junitProperties `xml:"properties"` // of the first suite

		place int32 // among the suites
		ms    float64
	}
	junitProperties struct {
		List []junitProperty `xml:"property"`
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		XMLName   xml.Name     `xml:"testcase"`
		Name      string       `xml:"name,attr"`
		ClassName string       `xml:"classname,attr"`
		Time      string       `xml:"time,attr"`
		Skipped   *junitResult `xml:"skipped"`
		Error     *junitResult `xml:"error"`
		Failure   *junitResult `xml:"failure"`
		Flaky     *junitFlaky  `xml:"flakyFailure"`
		SystemOut string       `xml:"system-out,omitempty"`
	}
	junitResult struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
		Text    string `xml:",cdata"`
	}
	junitFlaky struct {
		Type    string      `xml:"type,attr"`
		Message string      `xml:"message,attr"`
		Trace   *junitTrace `xml:"stackTrace"`
	}
	junitTrace struct {
		Text string `xml:",cdata"`
	}
)

// Add keeps a verdict.
func (j *junit) Add(r run.Result) {
	v := &r.Verdict
	s := j.viewer.view(&r)
	if s.kind == run.Blocked && j.blocked == "" {
		j.blocked = s.message
		if v.Stderr != "" {
			j.blockedDetails = s.details
		}
	}
	c := junitCase{Name: s.id, ClassName: j.className(), Time: seconds(v.Ms)}
	result := &junitResult{Type: s.outcome, Message: s.message, Text: s.details}
	suite := j.suite(suiteOf(v.Case))
	switch {
	case s.kind == run.Passed:
		for _, name := range v.Warnings[:min(len(v.Warnings), warningsMax)] {
			c.SystemOut += "warning: " + warningText(name) + "\n"
		}
	case s.kind == run.Blocked:
		// The schema has no text in it.
		c.Skipped = &junitResult{Type: s.outcome, Message: s.message}
		suite.Skipped++
	case s.kind == run.FailedAsKnown:
		c.Skipped = &junitResult{Type: s.outcome, Message: s.name() + ": " + s.sentence()}
		suite.Skipped++
	case s.kind == run.PassedUnexpectedly:
		c.Failure = &junitResult{Type: s.name(), Message: s.sentence()}
		suite.Failures++
	case s.kind == run.Broken, s.kind == run.Unjudged:
		if s.kind == run.Broken {
			result.Type = "broken"
		}
		c.Error = result
		suite.Errors++
	case v.Outcome == flaky:
		// Readers take a flakyFailure alone for a pass, and the run fails.
		c.Failure = &junitResult{Type: s.outcome, Message: s.message}
		suite.Failures++
		c.Flaky = &junitFlaky{Type: s.outcome, Message: s.message}
		if s.details != "" {
			c.Flaky.Trace = &junitTrace{s.details}
		}
	default:
		c.Failure = result
		suite.Failures++
	}
	suite.Tests++
	suite.ms += v.Ms
	j.keep(suite, &c)
}

// junitIndent is by how much an element is indented beneath another one.
const junitIndent = " "

// keep puts a case behind the others of its suite.
func (j *junit) keep(suite *junitSuite, c *junitCase) {
	text, err := xml.MarshalIndent(c, junitIndent+junitIndent, junitIndent)
	if err == nil {
		_, err = j.lines.Write(text)
	}
	if err != nil && j.out.err == nil {
		j.out.err = fmt.Errorf("junit: %w", err)
	}
	j.list = append(j.list, junitLine{suite.place, int32(len(text))})
}

// className is what Jenkins groups the cases by: the task, as a class of the
// package of its game.
func (j *junit) className() string { return strings.ReplaceAll(word(j.header.Task), "/", ".") }

// suiteOf is the suite that a case is of, by its id.
func suiteOf(id string) string {
	if i := strings.LastIndexByte(id, '/'); i > 0 {
		return id[:i]
	}
	return ""
}

// junitSuitesMax bounds the suites that are told apart; a run has a few.
const junitSuitesMax = 100

// suite finds or makes the suite with a name.
func (j *junit) suite(name string) *junitSuite {
	s := j.byName[name]
	if s == nil && len(j.suites) >= junitSuitesMax {
		name = "(other)"
		s = j.byName[name]
	}
	if s == nil {
		s = &junitSuite{Name: j.viewer.id(name), place: int32(len(j.suites))}
		j.byName[name] = s
		j.suites = append(j.suites, s)
	}
	return s
}

// Close writes the report. Cases that have no verdict, or were not run, make an
// error of their own: a report without one would be taken for a success. A run
// that was stopped has failures, and the rest is skipped.
func (j *junit) Close(s run.Summary) error {
	diagnoses := strings.Join(j.viewer.book.verdictsOn(&s), "\n")
	var extra []junitCase
	add := func(name, message, details string) {
		extra = append(extra, junitCase{
			Name: name, ClassName: j.className(), Time: seconds(0),
			Error: &junitResult{Type: name, Message: message, Text: details},
		})
	}
	if s.Blocked > 0 {
		add("not-run", fmt.Sprintf("%s not run: %s", text.Count(s.Blocked, "case"), j.blocked), j.blockedDetails)
	}
	if faults := faultsOf(&s); len(faults) > 0 {
		add("reference", faults[0], strings.Join(faults, "\n"))
	}
	rest := unfinished(&s)
	if rest != "" && !s.Stopped {
		add("interrupted", rest, "")
	}
	if len(extra) > 0 || s.Stopped {
		own := j.suite("touchstone")
		own.Errors += len(extra)
		if s.Stopped {
			extra = append(extra, junitCase{
				Name: "stopped", ClassName: j.className(), Time: seconds(0),
				Skipped: &junitResult{Type: "stopped", Message: rest},
			})
			own.Skipped++
		}
		for i := range extra {
			j.keep(own, &extra[i])
		}
		own.Tests += len(extra)
	}
	all := junitSuites{Name: "touchstone " + fact(j.header.Task), Time: seconds(s.Ms)}
	for i, suite := range j.suites {
		suite.Time = seconds(suite.ms)
		if started := j.header.Started; !started.IsZero() {
			suite.Timestamp = started.UTC().Format("2006-01-02T15:04:05")
		}
		if i == 0 {
			suite.Properties = &junitProperties{j.properties()}
			if diagnoses != "" {
				suite.Properties.List = append(suite.Properties.List, junitProperty{"diagnosis", diagnoses})
			}
		}
		all.Tests += suite.Tests
		all.Failures += suite.Failures
		all.Errors += suite.Errors
	}
	defer j.lines.Close()
	j.out.printf("%s", xml.Header)
	j.element(&all, "testsuites", "", func() {
		for _, suite := range j.suites {
			j.out.printf("\n")
			j.element(suite, "testsuite", junitIndent, func() { j.cases(suite) })
		}
	})
	j.out.printf("\n")
	return j.out.err
}

// element writes an element with what stands in it behind what its value has.
func (j *junit) element(value any, name, indent string, inside func()) {
	text, err := xml.MarshalIndent(value, indent, junitIndent)
	if err != nil && j.out.err == nil {
		j.out.err = fmt.Errorf("junit: %w", err)
	}
	end := "</" + name + ">"
	j.out.write(bytes.TrimRight(bytes.TrimSuffix(text, []byte(end)), "\n "))
	written := j.out.written
	if inside(); j.out.written > written {
		j.out.printf("\n%s", indent)
	}
	j.out.printf("%s", end)
}

// cases writes those of a suite, each on lines of its own.
func (j *junit) cases(suite *junitSuite) {
	in := j.lines.Reader()
	for _, line := range j.list {
		var err error
		if line.suite == suite.place {
			j.out.printf("\n")
			_, err = io.CopyN(&j.out, in, int64(line.bytes))
		} else {
			_, err = in.Discard(int(line.bytes))
		}
		if err != nil {
			if j.out.err == nil {
				j.out.err = err
			}
			return
		}
	}
}

// properties are the facts of the run.
func (j *junit) properties() []junitProperty {
	h := &j.header
	list := []junitProperty{
		{"touchstone", fact(h.Touchstone)},
		{"task", fact(h.Task)},
		{"subject", fact(h.Subject)},
		{"suites", fact(strings.Join(h.Suites, " "))},
	}
	if h.Seed != nil {
		list = append(list, junitProperty{"seed", strconv.FormatUint(*h.Seed, 10)})
	}
	if options := j.viewer.book.unusual(h.Options); len(options) > 0 {
		list = append(list, junitProperty{"options", optionsText(options)})
	}
	return list
}

// optionsText are options as JSON.
func optionsText(options game.SettingList) string {
	text, err := ledger.Encode(options)
	if err != nil {
		return ""
	}
	return fact(string(text))
}

// Write makes an errWriter a writer for others: it never fails, since it
// remembers the error itself.
func (w *errWriter) Write(text []byte) (int, error) {
	w.write(text)
	return len(text), nil
}
