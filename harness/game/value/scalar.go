package value

import (
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
)

// Word is one of a few words, less than 255; the T is its place among them. Another T
// than these places is written as null.
func Word[T ~uint8 | ~int16 | ~int](expected, clause string, words []string) Type[T] {
	find := finder(words)
	return Type[T]{&form{
		read: func(r *Reader, v unsafe.Pointer) {
			if i := find.read(r, expected, clause); i >= 0 {
				*(*T)(v) = T(i)
			}
		},
		write: func(out []byte, v unsafe.Pointer) []byte {
			if i := int(*(*T)(v)); i >= 0 && i < len(words) {
				return append(out, find.quoted[i]...)
			}
			return append(out, "null"...)
		},
		schema: wordSchema(expected, clause, words),
		first:  '"',
		place:  func(r *Reader) int { return find.read(r, expected, clause) },
	}}
}

// Matching has the pattern of the words in the schema instead of a list of them.
func (t Type[T]) Matching(pattern string) Type[T] {
	return Type[T]{t.form.published(t.form.schema.without("enum").with("pattern", pattern))}
}

func wordSchema(expected, clause string, words []string) *node {
	return said(expected, clause).with("type", "string").with("enum", words)
}

// WordOf is one of a few words that an S has in a form of its own; get and set are
// told its place among them.
func WordOf[S any](expected, clause string, words []string, get func(*S) int, set func(*S, int)) Type[S] {
	find := finder(words)
	return Type[S]{&form{
		read: func(r *Reader, s unsafe.Pointer) {
			if i := find.read(r, expected, clause); i >= 0 {
				set((*S)(s), i)
			}
		},
		write: func(out []byte, s unsafe.Pointer) []byte {
			return append(append(append(out, '"'), words[get((*S)(s))]...), '"')
		},
		schema: wordSchema(expected, clause, words),
		first:  '"',
	}}
}

// Name is one of a few words, which is the T itself.
func Name[T ~string](expected, clause string, words []T) Type[T] {
	list := stringsOf(words)
	return Type[T]{&form{
		read: func(r *Reader, v unsafe.Pointer) {
			text := r.String(expected)
			if i := slices.IndexFunc(words, func(w T) bool { return string(w) == string(text) }); i >= 0 {
				*(*T)(v) = words[i]
				return
			}
			r.refuseWord(text, list, expected, clause)
		},
		write:  func(out []byte, v unsafe.Pointer) []byte { return append(append(append(out, '"'), *(*T)(v)...), '"') },
		schema: wordSchema(expected, clause, list),
		first:  '"',
	}}
}

// NameOr is one of the known names of another type, or another word.
func NameOr[T ~string](expected string, t Type[T], known, words []T) Type[T] {
	all := Name(expected, "", slices.Concat(known, words))
	forms := []any{t.form.schema, new(node).with("type", "string").with("enum", stringsOf(words))}
	return Type[T]{all.form.published(said(expected, "").with("anyOf", forms))}
}

// Int is an integer from least to most.
func Int(expected, clause string, least, most int) Type[int] {
	return Small[int](expected, clause, least, most)
}

// Small is an integer from least to most that may be kept in a byte.
func Small[T ~int | ~int8](expected, clause string, least, most int) Type[T] {
	return Type[T]{&form{
		read:   func(r *Reader, v unsafe.Pointer) { *(*T)(v) = T(r.Int(least, most, expected)) },
		write:  func(out []byte, v unsafe.Pointer) []byte { return appendInt(out, int(*(*T)(v))) },
		schema: integerSchema(expected, clause, least, most),
		first:  '0',
	}}
}

func integerSchema(expected, clause string, least, most int) *node {
	return said(expected, clause).with("type", "integer").with("minimum", least).with("maximum", most)
}

func appendInt(out []byte, n int) []byte {
	if n >= 0 && n < 10 {
		return append(out, '0'+byte(n))
	}
	return strconv.AppendInt(out, int64(n), 10)
}

// IntOf is an integer from least to most that an S has in a form of its own.
func IntOf[S any](expected, clause string, least, most int, get func(*S) int, set func(*S, int)) Type[S] {
	return Type[S]{&form{
		read:   func(r *Reader, s unsafe.Pointer) { set((*S)(s), r.Int(least, most, expected)) },
		write:  func(out []byte, s unsafe.Pointer) []byte { return appendInt(out, get((*S)(s))) },
		schema: integerSchema(expected, clause, least, most),
		first:  '0',
	}}
}

// Natural is an integer from 0 without a limit.
func Natural(expected, clause string) Type[int] { return From(expected, clause, 0) }

// From is an integer that is at least so large.
func From(expected, clause string, least int) Type[int] {
	t := Int(expected, clause, least, math.MaxInt)
	return Type[int]{t.form.published(t.form.schema.without("maximum"))}
}

// Below is an integer from 0 that is less than a number.
func Below(expected, clause string, n int) Type[int] {
	t := Int(expected, clause, 0, n-1)
	return Type[int]{t.form.published(t.form.schema.without("maximum").with("exclusiveMaximum", n))}
}

// Bool is true or false.
func Bool() Type[bool] {
	const expected = "true or false"
	return Type[bool]{&form{
		read:   func(r *Reader, v unsafe.Pointer) { *(*bool)(v) = r.Bool(expected) },
		write:  func(out []byte, v unsafe.Pointer) []byte { return strconv.AppendBool(out, *(*bool)(v)) },
		schema: said(expected, "").with("type", "boolean"),
		first:  boolean,
	}}
}

// BoolOf is true or false, which an S has in a form of its own.
func BoolOf[S any](get func(*S) bool, set func(*S, bool)) Type[S] {
	t := Bool()
	return Type[S]{&form{
		read:   func(r *Reader, s unsafe.Pointer) { set((*S)(s), r.Bool("true or false")) },
		write:  func(out []byte, s unsafe.Pointer) []byte { return strconv.AppendBool(out, get((*S)(s))) },
		schema: t.form.schema,
		first:  t.form.first,
	}}
}

// Digits is a natural number of any length: read makes a T of its canonical digits, which
// it must not keep, and write writes one.
func Digits[T any](expected, clause string, read func(digits []byte) T, write func(out []byte, v *T) []byte) Type[T] {
	return Type[T]{&form{
		read: func(r *Reader, v unsafe.Pointer) {
			switch digits := r.Digits(expected); {
			case r.Err() != nil:
			case digits[0] == '-':
				r.Rejected(expected)
			default:
				*(*T)(v) = read(digits)
			}
		},
		write:  func(out []byte, v unsafe.Pointer) []byte { return write(out, (*T)(v)) },
		schema: said(expected, clause).with("type", "integer").with("minimum", 0),
		first:  '0',
	}}
}

// Text is a string for which ok holds, and which the schema's pattern matches.
func Text(expected, pattern string, ok func(string) bool) Type[string] {
	return Type[string]{&form{
		read: func(r *Reader, at unsafe.Pointer) {
			v := (*string)(at)
			if text := r.String(expected); *v != string(text) {
				*v = string(text)
			}
			if !ok(*v) {
				r.refuse(expected, "")
			}
		},
		write: func(out []byte, v unsafe.Pointer) []byte {
			out, _ = jsontext.AppendQuote(out, *(*string)(v)) // what is wrong with UTF-8 is replaced
			return out
		},
		schema: said(expected, "").with("type", "string").with("pattern", pattern),
		first:  '"',
	}}
}

// PlayerName is the name of a player in a live game, as game.IsName has it.
func PlayerName() Type[string] {
	return Text("a name of 1 to 20 letters and digits", "^[a-zA-Z0-9]{1,20}$", game.IsName[string])
}

// String is any string.
func String(expected string) Type[string] {
	t := Text(expected, "", func(string) bool { return true })
	return Type[string]{t.form.published(t.form.schema.without("pattern"))}
}

// Short is a string of at most so many characters.
func Short(expected, clause string, most int) Type[string] {
	t := Text(expected, "", func(text string) bool { return utf8.RuneCountInString(text) <= most })
	return Type[string]{t.form.published(said(expected, clause).with("type", "string").with("maxLength", most))}
}

// TextOf is a string for which find knows a T, and which the schema's pattern matches.
// Find may also fail for a reason of its own. Quoted is how a T is written, with the quotes.
func TextOf[T any](expected, pattern string, find func(r *Reader, text []byte) (T, bool), quoted func(*T) string) Type[T] {
	return Type[T]{&form{
		read: func(r *Reader, v unsafe.Pointer) {
			found, ok := find(r, r.String(expected))
			if !ok {
				r.refuse(expected, "")
				return
			}
			*(*T)(v) = found
		},
		write:  func(out []byte, v unsafe.Pointer) []byte { return append(out, quoted((*T)(v))...) },
		schema: said(expected, "").with("type", "string").with("pattern", pattern),
		first:  '"',
	}}
}

// Constant is the one word that says what kind of value its object is, or that there is
// nothing to say. Of an S nothing is read.
func Constant[S any](word string) Type[S] { return Type[S]{constant(word)} }

func constant(word string) *form {
	expected := strconv.Quote(word)
	return &form{
		read: func(r *Reader, _ unsafe.Pointer) {
			if text := r.String(expected); string(text) != word {
				r.refuse(expected, "")
			}
		},
		write:  func(out []byte, _ unsafe.Pointer) []byte { return append(out, expected...) },
		schema: new(node).with("const", word),
		first:  '"',
	}
}

// Literal is true, false or null. Of an S nothing is read.
func Literal[S any](v any) Type[S] { return Type[S]{literal(v)} }

func literal(v any) *form {
	text := string(compact(v))
	return &form{
		read: func(r *Reader, _ unsafe.Pointer) {
			if !r.Literal(text) {
				r.Expected(text)
			}
		},
		write:  func(out []byte, _ unsafe.Pointer) []byte { return append(out, text...) },
		schema: new(node).with("const", v),
		first:  text[0],
	}
}

// OrNull is a value or null, which stands for none.
func OrNull[T comparable](expected string, t Type[T], none T) Type[T] {
	f := t.form
	expected = orNull(expected)
	return Type[T]{&form{
		read: func(r *Reader, v unsafe.Pointer) {
			switch {
			case r.Literal("null"):
				*(*T)(v) = none
			case f.begins(r.Kind()):
				f.readOrNull(r, v)
			default:
				r.Expected(expected)
			}
		},
		write: func(out []byte, v unsafe.Pointer) []byte {
			if *(*T)(v) == none {
				return append(out, "null"...)
			}
			return f.write(out, v)
		},
		schema: said(expected, "").with("anyOf", []any{new(node).with("const", nil), f.schema}),
	}}
}

func stringsOf[T ~string](words []T) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = string(w)
	}
	return list
}
