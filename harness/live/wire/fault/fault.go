// Package fault makes one side of a connection misbehave on purpose: a fault
// is data that says how a value leaves, and a Sender sends values so.
package fault

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Name is the method that stands for the sign-up, whose value no call asks for.
const Name = "name"

// Connect is the method that stands for the connection itself, which may be late
// and nothing else.
const Connect = "connect"

// bytesMax is far beyond any limit on a value, and little enough to be made in
// memory.
const bytesMax = 64 << 20

// A Kind is one way in which a value leaves otherwise than it should.
type Kind string

// The kinds. Kinds describes them.
const (
	Text        Kind = "text"
	Shape       Kind = "shape"
	Garbage     Kind = "garbage"
	Flood       Kind = "flood"
	Nested      Kind = "nested"
	Previous    Kind = "previous"
	Escaped     Kind = "escaped"
	Duplicate   Kind = "duplicate"
	Extra       Kind = "extra"
	Pad         Kind = "pad"
	Cut         Kind = "cut"
	Half        Kind = "half"
	Reset       Kind = "reset"
	Close       Kind = "close"
	Never       Kind = "never"
	Silent      Kind = "silent"
	Late        Kind = "late"
	Dribble     Kind = "dribble"
	Stall       Kind = "stall"
	Split       Kind = "split"
	Unsolicited Kind = "unsolicited"
	HalfClose   Kind = "halfclose"
	NoRead      Kind = "noread"
)

// An Argument says what may stand behind the = of a fault.
type Argument string

// The arguments.
const (
	NoArgument Argument = ""
	Duration   Argument = "DURATION" // as Go writes it
	Bytes      Argument = "BYTES"    // with K, M or G
	Literal    Argument = "TEXT"     // as it is, %2C stands for a comma, so for other bytes
)

// A Summary describes a kind.
type Summary struct {
	Kind     Kind
	Argument Argument
	Default  string // of the argument
	Text     string // what it does, one line
}

// kinds are in the order in which several faults of one value are applied: those
// that choose or change the text, those that shorten it, those about time.
var kinds = []struct {
	Summary
	apply func(*plan, Fault)
}{
	{Summary{Text, Literal, "", "sends this text instead of the value"}, (*plan).text},
	{Summary{Shape, NoArgument, "", "sends JSON of another shape"}, (*plan).shape},
	{Summary{Garbage, Bytes, "64", "sends bytes that are not JSON"}, (*plan).garbage},
	{Summary{Flood, Bytes, "2M", "sends a string of this length without its end"}, (*plan).flood},
	{Summary{Nested, Bytes, "100000", "sends this many opening brackets"}, (*plan).nested},
	{Summary{Previous, NoArgument, "", "sends the previous value again"}, (*plan).previous},
	{Summary{Escaped, NoArgument, "", "writes every character of a string as an escape"}, (*plan).escaped},
	{Summary{Duplicate, NoArgument, "", "sends the value twice"}, (*plan).duplicate},
	{Summary{Extra, Literal, "null", "sends a second value right after it"}, (*plan).extra},
	{Summary{Pad, Bytes, "5000", "sends this many blanks before the value"}, (*plan).pad},
	{Summary{Cut, Bytes, "0", "cuts this many bytes off the end (0: cuts inside a token) and sends nothing more"}, (*plan).cut},
	{Summary{Half, NoArgument, "", "closes the connection after half the value"}, (*plan).half},
	{Summary{Reset, NoArgument, "", "resets the connection after half the value"}, (*plan).reset},
	{Summary{Close, NoArgument, "", "closes the connection after the value"}, (*plan).close},
	{Summary{Never, NoArgument, "", "skips the value"}, (*plan).never},
	{Summary{Silent, NoArgument, "", "skips this value and all later ones"}, (*plan).silent},
	{Summary{Late, Duration, "5s", "waits before it sends"}, (*plan).late},
	{Summary{Dribble, Duration, "1s", "sends byte by byte over this time"}, (*plan).dribble},
	{Summary{Stall, Duration, "20s", "sends byte by byte for longer than a call may take"}, (*plan).dribble},
	{Summary{Split, NoArgument, "", "sends in pieces that end inside tokens"}, (*plan).split},
	{Summary{Unsolicited, Literal, "null", "sends another value a moment later"}, (*plan).unsolicited},
	{Summary{HalfClose, NoArgument, "", "closes the sending direction after the value"}, (*plan).halfClose},
	{Summary{NoRead, Duration, "30s", "reads nothing for this long after the value"}, (*plan).noRead},
}

// Kinds describes all kinds, in the order in which several faults of one value
// are applied.
func Kinds() []Summary {
	var all []Summary
	for _, k := range kinds {
		all = append(all, k.Summary)
	}
	return all
}

// index finds a kind in the table, or returns -1.
func index(kind Kind) int {
	for i, k := range kinds {
		if k.Kind == kind {
			return i
		}
	}
	return -1
}

// A Fault is one way in which some of the values of a side leave otherwise than
// they should. Of the last three fields the one that the kind has an argument
// for counts.
type Fault struct {
	Kind   Kind
	Method string // of the call that is sent or answered, Name for the name; "" for every value
	Nth    int    // the how manieth value of that method, from 1; 0 for every one
	Delay  time.Duration
	Bytes  int
	Text   string
}

// at tells whether the fault is one of the nth value of a method.
func (f Fault) at(method string, nth int) bool {
	return (f.Method == "" || f.Method == method) && (f.Nth == 0 || f.Nth == nth)
}

// paddingMax is how many blanks in front of a value every receiver takes (BG-93).
const paddingMax = 5000

// valueBytesMax is what no receiver takes as one value (BG-95).
const valueBytesMax = 1 << 20

// Harmless tells whether the value arrives as it was meant at a receiver that
// waits for it no longer than that.
func (f Fault) Harmless(limit time.Duration) bool {
	switch f.Kind {
	case Escaped, Split:
		return true
	case Pad:
		return f.Bytes <= paddingMax
	case Late, Dribble:
		return f.Delay < limit
	}
	return false
}

// Spoils tells whether no receiver that waits no longer than that can take what
// arrives for a reply. Of what is sent besides a good value, and of texts that may
// be one, that depends on the call.
func (f Fault) Spoils(limit time.Duration) bool {
	switch f.Kind {
	case Shape, Garbage, Flood, Nested, Cut, Half, Reset, Never, Silent:
		return true
	case Pad:
		return f.Bytes > valueBytesMax
	case Late, Dribble, Stall:
		return f.Delay > limit
	}
	return false
}

// Leaves tells whether the fault ends the connection before the value is
// complete.
func (f Fault) Leaves() bool { return f.Kind == Half || f.Kind == Reset }

// Parse reads a list of faults joined by commas, such as
// "late=5s@request-cards,cut@win" or "text=void@setup". Behind = stands the
// argument, if the default is not meant, behind @ the method, behind # which of
// its values. Without a method it is @#N, or #N where no text is in front.
func Parse(list string) ([]Fault, error) {
	var faults []Fault
	for text := range strings.SplitSeq(list, ",") {
		f, err := parse(strings.TrimSpace(text))
		if err != nil {
			return nil, fmt.Errorf("fault %q: %w", text, err)
		}
		faults = append(faults, f)
	}
	return faults, nil
}

func parse(text string) (Fault, error) {
	what, where, placed := cutLast(text, "@")
	if !placed {
		what, where, placed = cutNumber(text)
	}
	name, argument, given := strings.Cut(what, "=")
	i := index(Kind(name))
	if i < 0 {
		return Fault{}, fmt.Errorf("there is no kind %q, only %s", name, names())
	}
	k := kinds[i]
	f := Fault{Kind: k.Kind}
	switch {
	case given && k.Argument == NoArgument:
		return Fault{}, fmt.Errorf("%s takes no argument", name)
	case !given && k.Argument == Literal && k.Default == "":
		return Fault{}, fmt.Errorf("%s needs an argument: %s=%s", name, name, k.Argument)
	case !given:
		argument = k.Default
	}
	if err := f.setArgument(k.Argument, argument); err != nil {
		return Fault{}, err
	}
	if !placed {
		return f, nil
	}
	method, nth, numbered := strings.Cut(where, "#")
	if method == "" && !numbered || strings.ContainsFunc(method, func(r rune) bool { return !strings.ContainsRune(methodRunes, r) }) {
		return Fault{}, fmt.Errorf("there is no method %q", method)
	}
	f.Method = method
	if numbered {
		n, err := strconv.Atoi(nth)
		if err != nil || n < 1 {
			return Fault{}, fmt.Errorf("expected a number from 1, found %q", nth)
		}
		f.Nth = n
	}
	return f, nil
}

// cutNumber cuts the number from a fault without a method. In a text # stands for
// itself.
func cutNumber(text string) (what, number string, found bool) {
	name, _, given := strings.Cut(text, "=")
	if i := index(Kind(name)); given && i >= 0 && kinds[i].Argument == Literal {
		return text, "", false
	}
	what, number, found = cutLast(text, "#")
	return what, "#" + number, found
}

// methodRunes are what the name of a method may consist of in the text of a
// fault.
const methodRunes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"

// cutLast cuts text at the last separator.
func cutLast(text, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(text, sep); i >= 0 {
		return text[:i], text[i+len(sep):], true
	}
	return text, "", false
}

func names() string {
	var all []string
	for _, k := range kinds {
		all = append(all, string(k.Kind))
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

func (f *Fault) setArgument(kind Argument, text string) (err error) {
	switch kind {
	case Duration:
		f.Delay, err = time.ParseDuration(text)
		if err == nil && f.Delay < 0 {
			err = fmt.Errorf("expected a time of at least 0, found %s", text)
		}
	case Bytes:
		f.Bytes, err = parseBytes(text)
	case Literal:
		f.Text, err = unescape(text)
	}
	return err
}

// String is the text that Parse reads.
func (f Fault) String() string {
	s := string(f.Kind)
	if i := index(f.Kind); i >= 0 && kinds[i].Argument != NoArgument {
		normal := Fault{Kind: f.Kind, Method: f.Method, Nth: f.Nth}
		// The defaults of the table are well formed.
		_ = normal.setArgument(kinds[i].Argument, kinds[i].Default)
		switch required := kinds[i].Argument == Literal && kinds[i].Default == ""; {
		case f == normal && !required:
		case kinds[i].Argument == Duration:
			s += "=" + f.Delay.String()
		case kinds[i].Argument == Bytes:
			s += "=" + formatBytes(f.Bytes)
		default:
			s += "=" + escape(f.Text)
		}
	}
	if f.Method != "" || f.Nth > 0 {
		s += "@" + f.Method
	}
	if f.Nth > 0 {
		s += "#" + strconv.Itoa(f.Nth)
	}
	return s
}

// The units of sizes, the largest first.
var units = []struct {
	name string
	size int
}{{"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10}}

func parseBytes(text string) (int, error) {
	digits, size := text, 1
	for _, u := range units {
		if before, ok := strings.CutSuffix(text, u.name); ok {
			digits, size = before, u.size
		}
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 || n > math.MaxInt/size || n*size > bytesMax {
		return 0, fmt.Errorf("expected a number of bytes up to %[2]s, found %[1]q", text, formatBytes(bytesMax))
	}
	return n * size, nil
}

func formatBytes(n int) string {
	for _, u := range units {
		if n > 0 && n%u.size == 0 {
			return strconv.Itoa(n/u.size) + u.name
		}
	}
	return strconv.Itoa(n)
}

// escape writes the bytes that mean something in the text of a fault, or nothing
// to a person, as % with two hexadecimal digits.
func escape(text string) string {
	var b strings.Builder
	for i := range len(text) {
		if c := text[i]; c <= ' ' || c > '~' || c == ',' || c == '@' || c == '%' {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func unescape(text string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			b.WriteByte(text[i])
			continue
		}
		if i+2 >= len(text) {
			return "", fmt.Errorf("two hexadecimal digits are missing after %q", "%")
		}
		c, err := strconv.ParseUint(text[i+1:i+3], 16, 8)
		if err != nil {
			return "", fmt.Errorf("%q are not hexadecimal digits", text[i+1:i+3])
		}
		b.WriteByte(byte(c))
		i += 2
	}
	return b.String(), nil
}
