package report

import (
	"fmt"
	"io"
	"unicode"

	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/run"
	"github.com/touchstone-harness/touchstone/harness/run/ledger"
	"github.com/touchstone-harness/touchstone/harness/suite/spool"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// A JSON writes {"summary":{…},"verdicts":[…]}, one verdict per line, as they
// stand in a ledger, and behind them the diagnoses, if there are any. Of very many long ones only what every report tells is left.
type JSON struct {
	out      errWriter
	verdicts spool.Spool // the summary stands before them, but is known last
	spent    int         // bytes of the long verdicts that are told in full
	leftOut  int         // verdicts that are not
}

// NewJSON reports to w.
func NewJSON(w io.Writer) *JSON { return &JSON{out: errWriter{w: w}, verdicts: newSpool()} }

// wholeBytesMax is how much verdicts with more than every report tells take
// together. With it a thousand failures have less than five million bytes.
const wholeBytesMax = 2 << 20

// A jsonVerdict is a verdict of which something may be left out.
type jsonVerdict struct {
	judge.Verdict
	LeftOut []string `json:"left_out,omitempty"` // the keys that are missing or shortened
}

// Add keeps a verdict.
func (j *JSON) Add(r run.Result) {
	if j.verdicts.Len() > 0 {
		j.keep([]byte{','})
	}
	told := shortened(&r.Verdict)
	// What does not fit by far is not written out to see that it does not.
	if room := wholeBytesMax - j.spent; len(told.LeftOut) > 0 && weight(&r.Verdict) < room {
		whole, err := ledger.Encode(&r.Verdict)
		if err == nil && len(whole) <= room {
			j.spent += len(whole)
			told = jsonVerdict{Verdict: r.Verdict}
		}
	}
	if len(told.LeftOut) > 0 {
		j.leftOut++
	}
	line, err := ledger.Encode(&told)
	if err != nil && j.out.err == nil {
		j.out.err = fmt.Errorf("verdict on %s: %w", r.Verdict.Case, err)
	}
	j.keep([]byte{'\n'})
	j.keep(line)
}

// weight is about how many bytes the long parts of a verdict have.
func weight(v *judge.Verdict) int {
	n := len(v.Message) + len(v.Stdout) + len(v.Stderr) + len(v.Expected) + len(v.Received)
	for _, d := range v.Differences {
		n += len(d.Message) + len(d.Expected) + len(d.Received)
	}
	return n
}

// keep puts text behind the summary. The error is told in the end.
func (j *JSON) keep(line []byte) { _, _ = j.verdicts.Write(line) }

// Close writes the report.
func (j *JSON) Close(s run.Summary) error {
	line, err := ledger.Encode(&s)
	if err != nil && j.out.err == nil {
		j.out.err = fmt.Errorf("summary: %w", err)
	}
	j.out.printf(`{"summary":%s,`+"\n"+`"verdicts":[`, line)
	if err := copySpool(&j.out, &j.verdicts); err != nil && j.out.err == nil {
		j.out.err = err
	}
	j.out.printf("\n]")
	if len(s.Diagnoses) > 0 {
		line, err := ledger.Encode(s.Diagnoses)
		if err != nil && j.out.err == nil {
			j.out.err = fmt.Errorf("diagnoses: %w", err)
		}
		j.out.printf(`,"diagnoses":%s`, line)
	}
	if len(s.House) > 0 {
		j.out.printf(`,"house":%d`, len(s.House))
	}
	if s.Diagnosed > 0 {
		j.out.printf(`,"diagnosed":%d`, s.Diagnosed)
	}
	if len(s.Findings) > 0 {
		line, err := ledger.Encode(s.Findings)
		if err != nil && j.out.err == nil {
			j.out.err = fmt.Errorf("findings: %w", err)
		}
		j.out.printf(`,"findings":%s`, line)
	}
	if j.leftOut > 0 {
		j.out.printf(`,"left_out":%d`, j.leftOut)
	}
	j.out.printf("}\n")
	return j.out.err
}

// subjectBytesMax is a usual command line, which the summary has in full.
const subjectBytesMax = 200

// shortened is a verdict with what every report tells of it, and the names of
// the keys that have more.
func shortened(v *judge.Verdict) jsonVerdict {
	short := jsonVerdict{Verdict: *v}
	leave := func(key string) { short.LeftOut = append(short.LeftOut, key) }
	for _, part := range []struct {
		key  string
		text *string
		most int
	}{
		{"case", &short.Case, idBytesMax},
		{"subject", &short.Subject, subjectBytesMax},
		{"pointer", &short.Pointer, pointerBytesMax},
		{"message", &short.Message, messageBytesMax},
		{"signal", &short.Signal, wordBytesMax},
		{"delivery", &short.Delivery, freeBytesMax},
		{"fingerprint", &short.Fingerprint, wordBytesMax},
		{"known", &short.Known, pointerBytesMax},
	} {
		if cut := quotedWithin(*part.text, part.most); cut != *part.text {
			*part.text = cut
			leave(part.key)
		}
	}
	if len(v.Clause) > wordBytesMax {
		short.Clause = ""
		leave("clause")
	}
	if len(v.Stdout) > freeBytesMax {
		short.Stdout = ""
		leave("stdout")
	}
	if len(v.Stderr) > freeBytesMax {
		short.Stderr = ""
		leave("stderr")
	}
	if len(v.Expected) > freeBytesMax {
		short.Expected = nil
		leave("expected")
	}
	if len(v.Received) > freeBytesMax {
		short.Received = nil
		leave("received")
	}
	if len(v.Differences) > 0 && (len(v.Differences) > 1 || len(short.LeftOut) > 0) {
		// The first one stands in the verdict itself, too.
		short.Differences, short.More = nil, v.More+len(v.Differences)
		leave("differences")
	}
	for i, name := range v.Warnings {
		if i == warningsMax || quotedWithin(name, wordBytesMax) != name {
			short.Warnings = v.Warnings[:i]
			leave("warnings")
			break
		}
	}
	return short
}

// quotedWithin cuts text so that it takes at most so many bytes in a string of
// JSON, without the mark that something is left out.
func quotedWithin(said string, most int) string {
	bytes := 0
	for i, r := range said {
		switch {
		case r == '"' || r == '\\':
			bytes += 2
		case unicode.IsPrint(r):
			bytes += len(string(r))
		default:
			bytes += len(text.Visible(string(r))) + 1 // a tab takes two
		}
		if bytes > most {
			return said[:i] + "…"
		}
	}
	return said
}
