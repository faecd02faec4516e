// Package delivery says how the input values of a case reach a program: with
// which white space, spelling, pace and end of input. A delivery never changes
// a value, and a program that reads JSON as JSON notices none of them. One that
// takes a short cut passes the plain delivery and fails another one:
//
//   - layout: plain has no white space inside a value, pretty stands on
//     several indented lines, spaced has a blank or a tab between any two
//     tokens. A program that reads line by line and takes each line for a value
//     fails pretty; one that looks for the text {"a":1 fails spaced.
//   - separator, between two values: newline, space, or joined, which is
//     nothing at all where JSON can do without (between two numbers or words it
//     cannot, and there a blank stands). A program that reads line by line
//     fails space; one that splits its input at white space fails joined.
//   - ending, behind the last value: final-newline or no-newline. A program
//     that waits for the end of the line fails no-newline.
//   - unicode: raw leaves strings as written in the case, escaped writes every
//     character of every string, those of keys too, as \uXXXX. A program that
//     compares the text of keys before it has decoded them fails escaped.
//   - pace: fast comes in one write, dribbled in small pieces with pauses
//     between tokens, cut in pieces that end in the middle of strings, numbers,
//     words, escapes and characters. A program that takes what one read brings
//     for all there is fails dribbled; one that decodes each piece by itself
//     fails cut.
//   - stdin: early is closed with the last byte, as a rule before the program
//     has read the first; late is closed when the output has come or [LateMax]
//     has passed. A program that gives up when nothing comes for a moment though
//     its input has not ended fails late. Closing stdin before all of the input
//     has been written would change the values, which is no delivery.
//
// Late is bounded because a program may wait for the end of its input before it
// answers: where the number of values is open it must, and behind a number
// without a newline it must too.
package delivery

import (
	"slices"
	"strings"
)

// A Layout is where white space stands inside a value.
type Layout uint8

// The layouts.
const (
	Plain Layout = iota
	Pretty
	Spaced
)

// A Separator is what stands between two values.
type Separator uint8

// The separators.
const (
	Newline Separator = iota
	Space
	Joined
)

// An Ending is what stands behind the last value.
type Ending uint8

// The endings.
const (
	FinalNewline Ending = iota
	NoNewline
)

// A Unicode is how the characters of strings are spelled.
type Unicode uint8

// The spellings.
const (
	Raw Unicode = iota
	Escaped
)

// A Pace is in which pieces the input comes.
type Pace uint8

// The paces.
const (
	Fast Pace = iota
	Dribbled
	Cut
)

// A Stdin is when the program's stdin is closed.
type Stdin uint8

// The times at which stdin is closed.
const (
	Early Stdin = iota
	Late
)

// A Delivery is one level of each axis. The zero value is [Default].
type Delivery struct {
	Layout    Layout
	Separator Separator
	Ending    Ending
	Unicode   Unicode
	Pace      Pace
	Stdin     Stdin
}

// Default is the delivery of a run that asks for no other: compact values, one
// on each line, in one write.
var Default = Delivery{}

// An Axis is one property of a delivery.
type Axis struct {
	Name   string
	Levels []Level // the first one is the default
}

// A Level is one value of an axis. No two levels of any axes have the same
// name, so that a name says which axis it is about.
type Level struct {
	Name    string
	Summary string // for people: what is delivered, in a few words
}

// axes has the order of the fields of Delivery, and its levels that of the
// constants.
var axes = [...]Axis{
	{"layout", []Level{
		{plainName, "no white space inside a value"},
		{"pretty", "values on several lines, indented by two blanks"},
		{"spaced", "a blank or a tab between any two tokens"},
	}},
	{"separator", []Level{
		{"newline", "each value starts on a new line"},
		{"space", "a blank between two values"},
		{"joined", "nothing between two values, except a blank where JSON needs one"},
	}},
	{"ending", []Level{
		{"final-newline", "a newline after the last value"},
		{"no-newline", "nothing after the last value"},
	}},
	{"unicode", []Level{
		{"raw", "strings as written in the case"},
		{"escaped", `every character of every string as \uXXXX`},
	}},
	{"pace", []Level{
		{"fast", "everything in one write"},
		{"dribbled", "small pieces with short pauses, between tokens"},
		{"cut", "pieces with short pauses that end inside tokens and characters"},
	}},
	{"stdin", []Level{
		{"early", "stdin closes right after the last byte"},
		{"late", "stdin closes when the output is complete, or after a moment"},
	}},
}

// plainName is the default level of the first axis and the name of the default
// delivery, so that both read alike.
const plainName = "plain"

// Axes returns the axes in the order in which a name has their levels.
func Axes() []Axis {
	all := slices.Clone(axes[:])
	for i := range all {
		all[i].Levels = slices.Clone(all[i].Levels)
	}
	return all
}

// level returns the level of the i-th axis.
func (d Delivery) level(i int) int {
	return int([len(axes)]uint8{
		uint8(d.Layout), uint8(d.Separator), uint8(d.Ending),
		uint8(d.Unicode), uint8(d.Pace), uint8(d.Stdin),
	}[i])
}

// Waits tells whether the program waits for the harness, however fast it is.
func (d Delivery) Waits() bool { return d.Pace != Fast || d.Stdin != Early }

// with returns d with another level of the i-th axis.
func (d Delivery) with(i, level int) Delivery {
	switch i {
	case 0:
		d.Layout = Layout(level)
	case 1:
		d.Separator = Separator(level)
	case 2:
		d.Ending = Ending(level)
	case 3:
		d.Unicode = Unicode(level)
	case 4:
		d.Pace = Pace(level)
	case 5:
		d.Stdin = Stdin(level)
	}
	return d
}

// String is the name of the delivery: the levels that differ from the default,
// joined by "+", and "plain" if none does. [Parse] reads it.
func (d Delivery) String() string {
	var names []string
	for i, axis := range axes {
		switch level := d.level(i); {
		case level >= len(axis.Levels):
			names = append(names, "unknown-"+axis.Name)
		case level > 0:
			names = append(names, axis.Levels[level].Name)
		}
	}
	if len(names) == 0 {
		return plainName
	}
	return strings.Join(names, "+")
}
