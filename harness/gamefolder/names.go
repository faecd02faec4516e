package gamefolder

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
)

// What keys of several tables have in common.

// name reads a name, which has to be there.
func name(t *document.Table, key string) string {
	if !required(t, key) {
		return ""
	}
	v := t.Text(key, "")
	if _, ok := t.Values[key].(string); ok && !plainName().MatchString(v) {
		t.Wrong(t.At(key), "expected %s, found %q", plainNameWords, v)
	}
	return v
}

// line reads a text of one line that has to be there, of at most so many
// characters.
func line(t *document.Table, key string, most int) string {
	if !required(t, key) {
		return ""
	}
	v := t.Text(key, "")
	if _, ok := t.Values[key].(string); !ok {
		return v
	}
	for _, r := range v {
		if r == '\n' || r == '\r' {
			t.Wrong(t.At(key), "expected one line, found several")
			return v
		}
	}
	if n := utf8.RuneCountInString(v); n == 0 || n > most {
		t.Wrong(t.At(key), "expected 1 to %d characters, found %d", most, n)
	}
	return v
}

// required tells whether a key is there, and complains if it is not.
func required(t *document.Table, key string) bool {
	if t.Take(key) != nil {
		return true
	}
	path := t.Path
	if path == "" {
		path = key
	}
	t.Lacks(path, key)
	return false
}

// texts reads an array of strings, which one alone does not stand for.
func texts(t *document.Table, key string) []string {
	if v, alone := t.Values[key].(string); alone {
		t.Take(key)
		parts := strings.Fields(v)
		for i := range parts {
			parts[i] = strconv.Quote(parts[i])
		}
		expected := "an array of strings"
		if len(parts) > 0 {
			expected += fmt.Sprintf(" such as [%s]", strings.Join(parts, ", "))
		}
		t.Mistyped(key, expected, v)
		return nil
	}
	return t.Texts(key)
}

// names reads names, none of them twice.
func names(t *document.Table, key string) []string {
	list := texts(t, key)
	for i, v := range list {
		at := fmt.Sprintf("%s[%d]", t.At(key), i)
		switch {
		case !plainName().MatchString(v):
			t.Wrong(at, "expected %s, found %q", plainNameWords, v)
		case slices.Contains(list[:i], v):
			t.Wrong(at, "expected each name once, found %q again", v)
		}
	}
	return list
}

// among complains of a name that does not exist.
func (r *reader) among(t *document.Table, at, kind, name string, known []string) {
	if kind == "clause" && r.unread.clauses || kind == "value" && r.unread.values || kind == "task" && r.unread.tasks {
		return // it may be one that could not be read, which another message says
	}
	if name == "" || slices.Contains(known, name) {
		return
	}
	near := document.Near(name, known)
	if kind == "value" && near == "" && plainName().MatchString(name) {
		r.absent(name, t.Name, t.Line(at))
		return
	}
	t.Wrong(at, "there is no %s %q%s", kind, name, near)
}

// absent tells once of a value without a file, however many places refer to it.
func (r *reader) absent(value, file string, line int) {
	if !slices.Contains(r.valueFiles, value) {
		r.valueFiles = append(r.valueFiles, value)
		r.fail(ValueFile(value), 0, "", "expected this file, found none; %s:%d refers to the value %s", file, line, value)
	}
}
