package fault_test

import (
	"bytes"
	"flag"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/live/wire/fault"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []fault.Fault
		back string // what String makes of it, if not the text
	}{
		{"late", []fault.Fault{{Kind: fault.Late, Delay: 5 * time.Second}}, ""},
		{"late=5s@request-cards", []fault.Fault{{Kind: fault.Late, Delay: 5 * time.Second, Method: "request-cards"}}, "late@request-cards"},
		{"cut@win", []fault.Fault{{Kind: fault.Cut, Method: "win"}}, ""},
		{"cut=1@request-cards", []fault.Fault{{Kind: fault.Cut, Bytes: 1, Method: "request-cards"}}, ""},
		{"flood=10M@setup", []fault.Fault{{Kind: fault.Flood, Bytes: 10 << 20, Method: "setup"}}, ""},
		{"flood=2048K", []fault.Fault{{Kind: fault.Flood, Bytes: 2 << 20}}, "flood"},
		{"garbage@name", []fault.Fault{{Kind: fault.Garbage, Bytes: 64, Method: fault.Name}}, ""},
		{"garbage=0@name", []fault.Fault{{Kind: fault.Garbage, Method: fault.Name}}, ""},
		{"dribble=20ms", []fault.Fault{{Kind: fault.Dribble, Delay: 20 * time.Millisecond}}, ""},
		{"text=void@setup", []fault.Fault{{Kind: fault.Text, Text: "void", Method: "setup"}}, ""},
		{`text="Void"@setup#2`, []fault.Fault{{Kind: fault.Text, Text: `"Void"`, Method: "setup", Nth: 2}}, ""},
		{`text=a%40b%2c%25%0a%FF=é`, []fault.Fault{{Kind: fault.Text, Text: "a@b,%\n\xff=é"}}, `text=a%40b%2C%25%0A%FF=%C3%A9`},
		{"text=@name", []fault.Fault{{Kind: fault.Text, Method: fault.Name}}, ""},
		{"never@#3", []fault.Fault{{Kind: fault.Never, Nth: 3}}, ""},
		{"never#99", []fault.Fault{{Kind: fault.Never, Nth: 99}}, "never@#99"},
		{"late=1s#2", []fault.Fault{{Kind: fault.Late, Delay: time.Second, Nth: 2}}, "late=1s@#2"},
		{"extra#2", []fault.Fault{{Kind: fault.Extra, Text: "null", Nth: 2}}, "extra@#2"},
		{"text=a#2", []fault.Fault{{Kind: fault.Text, Text: "a#2"}}, ""},
		{"pad, escaped@x_Y-2", []fault.Fault{{Kind: fault.Pad, Bytes: 5000}, {Kind: fault.Escaped, Method: "x_Y-2"}}, "pad,escaped@x_Y-2"},
	} {
		got, err := fault.Parse(tt.text)
		if err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %+v %v, want %+v", tt.text, got, err, tt.want)
			continue
		}
		var back []string
		for _, f := range got {
			back = append(back, f.String())
		}
		if want := tt.back; want != strings.Join(back, ",") && (want != "" || tt.text != strings.Join(back, ",")) {
			t.Errorf("%s: becomes %s, want %s", tt.text, back, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, says := range map[string]string{
		"":                  "no kind",
		"sing":              "only close, cut, dribble",
		"late@setup,":       "no kind",
		"Late":              "no kind",
		"late=5":            "missing unit",
		"late=-1s":          "at least 0",
		"late=":             "invalid duration",
		"flood=1T":          "number of bytes",
		"flood=-1":          "number of bytes",
		"flood=65M":         "number of bytes",
		"flood=9999999999G": "number of bytes",
		"never=1":           "no argument",
		"text":              "needs an argument",
		"text@setup":        "needs an argument",
		"text=a%4":          "missing",
		"text=%zz":          "hexadecimal",
		"cut@":              "no method",
		"cut@a b":           "no method",
		"cut@win#0":         "expected a number from 1",
		"cut@win#":          "expected a number from 1",
		"cut@win#1#2":       "expected a number from 1",
		"cut#":              "expected a number from 1",
		"late=1s#-2":        "expected a number from 1",
	} {
		if got, err := fault.Parse(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %+v %v, want an error that says %q", text, got, err, says)
		}
	}
}

// TestKinds: every kind is described, its default can be read, and its name
// leads back to it.
func TestKinds(t *testing.T) {
	for _, k := range fault.Kinds() {
		text := string(k.Kind)
		if k.Argument == fault.Literal {
			text += "=x"
		}
		got, err := fault.Parse(text)
		if err != nil || len(got) != 1 || got[0].Kind != k.Kind || got[0].String() != text {
			t.Errorf("%s: %v %v", text, got, err)
		}
		if k.Text == "" || strings.ContainsAny(k.Text, "\n.") {
			t.Errorf("%s is described as %q", k.Kind, k.Text)
		}
	}
}

// FuzzParse: what is read and written again is read as the same.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"late=5s@request-cards,cut@win", "text=%2C@name#2", "flood=10M", "cut@#1", "extra=null", "text=", "pad=1K"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		faults, err := fault.Parse(text)
		if err != nil {
			return
		}
		var texts []string
		for _, f := range faults {
			texts = append(texts, f.String())
		}
		again, err := fault.Parse(strings.Join(texts, ","))
		if err != nil || !slices.Equal(again, faults) {
			t.Fatalf("%q: %+v, then %q: %+v %v", text, faults, texts, again, err)
		}
	})
}

// A leaving is what comes out of a sender, and when.
type leaving struct {
	text  []byte
	start time.Time
	first time.Duration
	last  time.Duration
	count int
}

func (l *leaving) Write(p []byte) (int, error) {
	l.last = time.Since(l.start)
	if l.count == 0 {
		l.first = l.last
	}
	l.count++
	l.text = append(l.text, p...)
	return len(p), nil
}

func (l *leaving) Close() error { return nil }

// sent is what leaves of two values, the name and a reply, with the faults.
func sent(t *testing.T, faults string, seed uint64, reply string) *leaving {
	t.Helper()
	list, err := fault.Parse(faults)
	if err != nil {
		t.Fatal(err)
	}
	l := &leaving{start: time.Now()}
	r, w := io.Pipe()
	c := wire.New(wire.Join(r, l), wire.Options{})
	defer c.Close()
	defer w.Close()
	s := fault.NewSender(c, list, seed)
	for _, v := range [][2]string{{fault.Name, `"Ada"`}, {"setup", reply}} {
		if err := s.Send(v[0], jsontext.Value(v[1]), time.Time{}); err != nil {
			if e, ok := err.(*wire.Error); !ok || e.Kind != wire.Closed {
				t.Errorf("%s: %v", faults, err)
			}
		}
	}
	return l
}

// TestTexts: what leaves with each kind.
func TestTexts(t *testing.T) {
	const name = "\"Ada\"\n"
	for _, tt := range []struct {
		faults, reply, want string
		count               int           // of writes
		first, last         time.Duration // write
	}{
		{"never@other", `"void"`, name + "\"void\"\n", 2, 0, 0},
		{"never@setup#2", `"void"`, name + "\"void\"\n", 2, 0, 0},
		{"text=void@setup", `"void"`, name + "void", 2, 0, 0},
		{"text=42@setup", `"void"`, name + "42\n", 2, 0, 0},
		{"flood=3@setup", `"void"`, name + `"xxx`, 2, 0, 0},
		{"nested=3@setup", `"void"`, name + "[[[", 2, 0, 0},
		{"previous@setup", `"void"`, name + name, 2, 0, 0},
		{"previous@name", `1`, name + "1\n", 2, 0, 0},
		{"escaped@setup", `["é😀",{"a":[1,"\n"]}]`, name + `["\u00e9\ud83d\ude00",{"\u0061":[1,"\u000a"]}]` + "\n", 2, 0, 0},
		{"duplicate@setup", `1`, name + "1 1\n", 2, 0, 0},
		{"extra=[2]@setup", `1`, name + "1 [2]\n", 2, 0, 0},
		{"extra@setup", `1`, name + "1 null\n", 2, 0, 0},
		{"pad=3@setup", `1`, name + "   1\n", 2, 0, 0},
		{"cut=1@setup", `false`, name + "fals", 2, 0, 0},
		{"cut=100@setup", `false`, name, 1, 0, 0},
		{"pad=4@setup,cut=1@setup", `[1]`, name + "    [1", 2, 0, 0},
		{"cut=1@setup,pad=4@setup", `[1]`, name + "    [1", 2, 0, 0},
		{"half@setup", `"void"`, name + `"vo`, 2, 0, 0},
		{"reset@setup", `"void"`, name + `"vo`, 2, 0, 0},
		{"close@setup", `"void"`, name + "\"void\"\n", 2, 0, 0},
		{"close@name", `"void"`, name, 1, 0, 0},
		{"never@name,close@name", `"void"`, "", 0, 0, 0},
		{"never@name", `"void"`, "\"void\"\n", 1, 0, 0},
		{"silent", `"void"`, "", 0, 0, 0},
		{"cut=1@name", `"void"`, `"Ada`, 1, 0, 0},
		{"late=3s@name", `"void"`, name + "\"void\"\n", 2, 3 * time.Second, 3 * time.Second},
		{"late=3s", `"void"`, name + "\"void\"\n", 2, 3 * time.Second, 6 * time.Second},
		{"dribble=5s@setup", `"void"`, name + "\"void\"\n", 7, 0, 5 * time.Second},
		{"late=1s@setup,dribble=5s@setup", `"void"`, name + "\"void\"\n", 7, 0, 6 * time.Second},
		{"dribble=5s@setup,cut=1@setup", `"void"`, name + `"void`, 6, 0, 5 * time.Second},
		{"stall@name", `1`, name + "1\n", 6, 0, 20 * time.Second},
		{"unsolicited@name", `1`, name + "null\n1\n", 3, 0, 2 * time.Millisecond},
		{"unsolicited=[1]@name", `1`, name + "[1]\n1\n", 3, 0, 2 * time.Millisecond},
		{"halfclose@name", `1`, name, 1, 0, 0},
		{"never@name,halfclose@name", `1`, "", 0, 0, 0},
		{"noread@name", `1`, name + "1\n", 2, 0, 0},
	} {
		t.Run(tt.faults, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := sent(t, tt.faults, 1, tt.reply)
				if string(l.text) != tt.want || l.count != tt.count || l.first != tt.first || l.last.Round(time.Microsecond) != tt.last {
					t.Errorf("%q in %d writes from %s to %s", l.text, l.count, l.first, l.last)
				}
			})
		})
	}
}

// TestChance: the seed decides what is left to chance, and what comes out is
// what the kind says.
func TestChance(t *testing.T) {
	const name = "\"Ada\"\n"
	replies := []string{`"void"`, `false`, `[[["red"],["blue"]]]`, `[{"face?":true,"pebbles":["red"]}]`, `-12.5`, `[]`}
	for _, kind := range []string{"garbage", "shape", "cut", "split"} {
		seen := map[string]bool{}
		for seed := range uint64(200) {
			reply := replies[seed%uint64(len(replies))]
			synctest.Test(t, func(t *testing.T) {
				faults := kind + "@setup"
				l := sent(t, faults, seed, reply)
				if again := sent(t, faults, seed, reply); !bytes.Equal(l.text, again.text) {
					t.Fatalf("%s, seed %d: %q, then %q", kind, seed, l.text, again.text)
				}
				text := strings.TrimPrefix(string(l.text), name)
				seen[text] = true
				valid := jsontext.Value(text).IsValid()
				switch kind {
				case "garbage":
					if valid || len(text) != 64 {
						t.Errorf("seed %d: %q", seed, text)
					}
				case "shape":
					if !valid || strings.TrimSpace(text) == reply {
						t.Errorf("seed %d: %q", seed, text)
					}
				case "cut":
					if !strings.HasPrefix(reply, text) || text == reply || text == "" {
						t.Errorf("seed %d: %q", seed, text)
					}
				case "split":
					if text != reply+"\n" || len(reply) > 2 && l.count < 3 {
						t.Errorf("seed %d: %q in %d", seed, text, l.count)
					}
				}
			})
		}
		if kind != "split" && len(seen) < 15 {
			t.Errorf("%s: only %d different texts", kind, len(seen))
		}
	}
}

// soak asks for the long rounds of make soak.
var soak = flag.Bool("soak", false, "run the long rounds of make soak")

// TestAnyFaults: no combination of faults makes a sender fail otherwise than by
// an end of the connection, or go on for ever.
func TestAnyFaults(t *testing.T) {
	kinds := fault.Kinds()
	rounds := 30
	if *soak {
		rounds = 300
	}
	for seed := range uint64(rounds) {
		rng := rand.New(rand.NewPCG(seed, 0))
		var texts []string
		for range 1 + rng.IntN(5) {
			text := string(kinds[rng.IntN(len(kinds))].Kind)
			if text == string(fault.Text) {
				text += "=x"
			}
			texts = append(texts, text+[]string{"", "@name", "@setup", "@setup#1"}[rng.IntN(4)])
		}
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			sent(t, strings.Join(texts, ","), seed, `["void"]`)
			if time.Since(start) > 5*time.Minute {
				t.Errorf("%s took %s", texts, time.Since(start))
			}
		})
	}
}
