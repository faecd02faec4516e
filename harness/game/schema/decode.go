package schema

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/number"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// ErrTooLarge says that a value has more parts than partsMax.
var ErrTooLarge = fmt.Errorf("the value has more than %d parts, too many to check against a schema", partsMax)

// partsMax bounds the memory that a check takes: a part costs up to 300 bytes.
// No value of 1 MiB, the longest that a player may send, has more.
const partsMax = 600_000

// digitsMax is above the length of every number in the schemas, limits that
// follow options included, so that a longer one compares with them as any
// number of that length does. The library's arithmetic takes seconds for a
// million digits.
const digitsMax = 1000

// Stand-ins for numbers that the library must not see: it panics on some, takes very long
// for others, and accepts as integers what the specs do not. They have the sign of the
// number, and are on the same side of every limit.
const (
	half  = ".5" // makes no integer of one that the specs do not take for one
	point = "."  // no integer has it
	// fractionMax is how many digits a fraction has at most on either side of its point. One
	// may be written much shorter, with an exponent, and each costs its digits.
	fractionMax = 100
)

var (
	longInteger  = "1" + strings.Repeat("0", digitsMax)
	longFraction = "1" + strings.Repeat("0", fractionMax) + half
	tinyFraction = "0" + point + strings.Repeat("0", fractionMax) + "1"
)

// decode turns a JSON text into what the schema library reads: map[string]any,
// []any, string, bool, nil, and json.Number holding an integer written plainly,
// a fraction, or a stand-in.
func decode(text []byte) (any, error) {
	d := decoder{tokens: jsontext.NewDecoder(bytes.NewBuffer(text))}
	v, err := d.value()
	if err != nil {
		return nil, err
	}
	if _, err := d.tokens.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the text goes on after its value")
	}
	return v, nil
}

type decoder struct {
	tokens *jsontext.Decoder
	parts  int
}

func (d *decoder) value() (any, error) {
	if d.parts++; d.parts > partsMax {
		return nil, ErrTooLarge
	}
	token, err := d.tokens.ReadToken()
	if err != nil {
		return nil, err
	}
	// The usual reader bounds the depth already; the stack must not depend on
	// every caller having used it.
	if d.tokens.StackDepth() > stream.DepthMax {
		return nil, fmt.Errorf("nested deeper than %d", stream.DepthMax)
	}
	switch token.Kind() {
	case 'n':
		return nil, nil
	case 't', 'f':
		return token.Bool(), nil
	case '"':
		return token.String(), nil
	case '0':
		return standIn(token.String()), nil
	case '[':
		elements := []any{}
		for d.tokens.PeekKind() != ']' {
			v, err := d.value()
			if err != nil {
				return nil, err
			}
			elements = append(elements, v)
		}
		_, err := d.tokens.ReadToken()
		return elements, err
	default: // '{', since a closing bracket cannot stand where a value is due
		members := map[string]any{}
		for d.tokens.PeekKind() != '}' {
			key, err := d.tokens.ReadToken()
			if err != nil {
				return nil, err
			}
			name := key.String()
			v, err := d.value()
			if err != nil {
				return nil, err
			}
			members[name] = v
		}
		_, err := d.tokens.ReadToken()
		return members, err
	}
}

// hasStandIn tells whether a number of a decoded value is not the one that was
// written.
func hasStandIn(v any) bool {
	switch v := v.(type) {
	case stdjson.Number:
		return len(v) > digitsMax || len(v) > fractionMax && strings.Contains(string(v), point)
	case []any:
		return slices.ContainsFunc(v, hasStandIn)
	case map[string]any:
		for _, member := range v {
			if hasStandIn(member) {
				return true
			}
		}
	}
	return false
}

// standIn returns a number that the library treats as the specs treat token.
func standIn(token string) stdjson.Number {
	digits, ok := number.Integer([]byte(token))
	switch {
	case ok && len(digits) <= digitsMax:
		return stdjson.Number(digits)
	case ok && digits[0] == '-':
		return stdjson.Number("-" + longInteger)
	case ok:
		return stdjson.Number(longInteger)
	}
	rest, negative := strings.CutPrefix(token, "-")
	if rest = fraction(rest); negative {
		rest = "-" + rest
	}
	return stdjson.Number(rest)
}

// fraction writes a positive number that is none of our integers with a point, always in the
// same way: with no zero that says nothing, and without an exponent.
func fraction(token string) string {
	mantissa, power, _ := strings.Cut(strings.ToLower(token), "e")
	whole, behind, _ := strings.Cut(mantissa, point)
	// What is too large for a number is at a bound of it, which is too large for the digits.
	exponent, _ := strconv.ParseInt(power, 10, 32)
	digits := strings.TrimLeft(whole+behind, "0")
	before := int(exponent) + len(digits) - len(behind) // so many digits stand before the point
	digits = strings.TrimRight(digits, "0")
	switch {
	case before > fractionMax:
		return longFraction
	case before >= len(digits):
		return digits + strings.Repeat("0", before-len(digits)) + half
	case before > 0:
		return digits[:before] + point + cut(digits[before:])
	case before > -fractionMax:
		return "0" + point + strings.Repeat("0", -before) + cut(digits)
	}
	return tinyFraction
}

// cut leaves digits out that are too many. What stands for them keeps the number beyond a limit
// that has the others.
func cut(digits string) string {
	if len(digits) <= fractionMax {
		return digits
	}
	return digits[:fractionMax] + "1"
}
