package gamefolder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/text"
	"github.com/touchstone-harness/touchstone/schemas"
)

// draft is the only dialect of JSON Schema that a folder may name.
const draft = "https://json-schema.org/draft/2020-12/schema"

// An explainer says why a value does not match its schema: *schema.Set.
type explainer interface {
	Explain(value string, raw jsontext.Value) ([]schema.Problem, error)
}

// A valueFile is one schema.
type valueFile struct {
	name  string
	tree  any            // as encoding/json has it, numbers as json.Number
	lines map[string]int // by JSON pointer
}

// valueNames lists the values that have a file.
func (r *reader) valueNames() []string {
	entries, err := os.ReadDir(filepath.Join(r.path, valuesDir))
	if err != nil {
		r.fail(valuesDir, 0, "", "expected a folder with a schema for each value, found none%s", document.Near(valuesDir, r.entries(true)))
		r.unread.values = true
		return nil
	}
	var list []string
	for _, e := range entries {
		value, ok := strings.CutSuffix(e.Name(), schemas.Suffix)
		switch {
		case strings.HasPrefix(e.Name(), ".") || e.IsDir() && !ok:
		case !ok:
			r.unread.values = true // it may be one of those that are missing
			r.fail(valuesDir+"/"+e.Name(), 0, "", "expected files named NAME%s here", schemas.Suffix)
		case !plainName().MatchString(value):
			r.unread.values = true
			r.fail(valuesDir+"/"+e.Name(), 0, "", "expected %s before %s, found %q", plainNameWords, schemas.Suffix, value)
		default:
			list = append(list, value)
		}
	}
	return list
}

// schemaFiles are the schemas as package schema reads them: in a folder that is called
// like the game. Those of live play are no files.
func (r *reader) schemaFiles() fs.FS {
	files := schemas.Under(os.DirFS(r.path), valuesDir, r.folder.Game.Name)
	if more := r.folder.liveValues(); more != nil {
		return &joined{FS: files, name: r.folder.Game.Name, more: more}
	}
	return files
}

// joined has schemas besides those of the folder, by their values.
type joined struct {
	fs.FS
	name string // of the game
	more map[string]string
}

// ReadFile implements fs.ReadFileFS.
func (j *joined) ReadFile(name string) ([]byte, error) {
	if value, ok := strings.CutPrefix(name, j.name+"/"); ok {
		if text, ok := j.more[strings.TrimSuffix(value, schemas.Suffix)]; ok {
			return []byte(text), nil
		}
	}
	return fs.ReadFile(j.FS, name)
}

// ReadDir implements fs.ReadDirFS.
func (j *joined) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(j.FS, name)
	if err == nil && name == j.name {
		for _, value := range slices.Sorted(maps.Keys(j.more)) {
			list = append(list, madeFile(value+schemas.Suffix))
		}
	}
	return list, err
}

// madeFile is the name of a file that is none.
type madeFile string

func (f madeFile) Name() string             { return string(f) }
func (madeFile) IsDir() bool                { return false }
func (madeFile) Type() fs.FileMode          { return 0 }
func (madeFile) Info() (fs.FileInfo, error) { return nil, fs.ErrNotExist }

// readValues reads all schemas and checks what they may have in them (chapter 3).
func (r *reader) readValues(names []string) {
	g := r.folder.Game
	r.values, r.valueFiles = make(map[string]*valueFile), append(r.valueFiles, names...)
	for _, n := range names {
		text := r.text(ValueFile(n), true)
		if text == nil {
			continue
		}
		v, problem := parseValue(n, text)
		if problem != nil {
			r.fail(ValueFile(n), problem.line, problem.pointer, "%s", problem.message)
			continue
		}
		r.values[n] = v
	}
	for _, n := range slices.Sorted(maps.Keys(r.values)) {
		v := r.values[n]
		k := keywords{reader: r, file: v}
		k.schema("", v.tree, true)
		g.Values = append(g.Values, game.Value{Name: n, Summary: v.summary()})
	}
	live := r.folder.liveValues()
	for _, n := range slices.Sorted(maps.Keys(live)) {
		v, _ := parseValue(n, []byte(live[n])) // the text is ours
		g.Values = append(g.Values, game.Value{Name: n, Summary: v.summary()})
	}
	k := keywords{reader: r}
	k.circles()
	settings := make([]game.Setting, len(r.options))
	for i, o := range r.options {
		settings[i] = game.Setting{Name: o.name, Value: o.def}
	}
	r.schemas = schema.New(r.schemaFiles(), g.Name, settings)
	if r.wrong() != nil {
		return // the library would say the same once more, in its words
	}
	for i := range r.options {
		if o := &r.options[i]; o.def == nil || o.refuses(o.def, r.schemas) != "" {
			return // the schemas need this value; that it is wrong has been reported
		}
	}
	for _, n := range slices.Sorted(maps.Keys(r.values)) {
		if _, err := r.schemas.Source(n); err != nil {
			r.fail(ValueFile(n), 0, "", "%v", err)
		}
	}
}

type parseProblem struct {
	line    int
	pointer string
	message string
}

// parseValue reads a schema with the lines of its parts.
func parseValue(name string, text []byte) (*valueFile, *parseProblem) {
	v := &valueFile{name: name, lines: make(map[string]int)}
	d := jsontext.NewDecoder(bytes.NewReader(text))
	lineAt := func(offset int) int { return 1 + bytes.Count(text[:min(offset, len(text))], []byte("\n")) }
	if at := stream.Deeper(text, stream.DepthMax); at >= 0 {
		return nil, &parseProblem{line: lineAt(at), message: fmt.Sprintf("expected JSON nested at most %d deep, found deeper", stream.DepthMax)}
	}
	line, counted := 1, 0 // of what is read
	for {
		if d.InputOffset() > 0 && d.StackDepth() == 0 {
			if rest := bytes.TrimLeft(text[d.InputOffset():], " \t\r\n"); len(rest) > 0 {
				return nil, &parseProblem{line: lineAt(len(text) - len(rest)), message: "expected nothing after the schema, found more text"}
			}
			break
		}
		_, err := d.ReadToken()
		if err != nil {
			return nil, notJSON(err, text, lineAt)
		}
		read := int(d.InputOffset())
		line, counted = line+bytes.Count(text[counted:read], []byte("\n")), read
		if p := string(d.StackPointer()); v.lines[p] == 0 {
			v.lines[p] = line
		}
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&v.tree); err != nil {
		return nil, &parseProblem{message: "expected JSON: " + err.Error()}
	}
	if _, isObject := v.tree.(map[string]any); !isObject {
		return nil, &parseProblem{line: 1, message: "expected a schema that is an object"}
	}
	return v, nil
}

// notJSON says where a text is not JSON, why, and what to do about it.
func notJSON(err error, text []byte, lineAt func(offset int) int) *parseProblem {
	syntax, isSyntax := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return &parseProblem{line: lineAt(len(bytes.TrimRight(text, " \t\r\n"))), message: "expected JSON, found the end of the file"}
	case !isSyntax:
		return &parseProblem{message: "expected JSON: " + err.Error()}
	case errors.Is(err, jsontext.ErrDuplicateName):
		return &parseProblem{lineAt(int(syntax.ByteOffset)), stream.Place(string(syntax.JSONPointer)), "expected each key once in its object, found it again"}
	}
	at := min(int(syntax.ByteOffset), len(text))
	message := fmt.Sprintf("expected JSON: in column %d: %v", stream.At(text, at).Column, syntax.Err)
	if advice := stream.Advice(syntax.Err.Error(), text, at); advice != "" {
		message += "; " + advice
	}
	return &parseProblem{lineAt(at), stream.Place(string(syntax.JSONPointer)), message}
}

// line is that of a part of the file, or of what it stands in.
func (v *valueFile) line(pointer string) int {
	for {
		if n := v.lines[pointer]; n > 0 || pointer == "" {
			return max(n, 1)
		}
		pointer = pointer[:strings.LastIndexByte(pointer, '/')]
	}
}

// summary is what lists show of the value.
func (v *valueFile) summary() string {
	object, _ := v.tree.(map[string]any)
	if text, _ := object["description"].(string); text != "" {
		if i := strings.Index(text, ". "); i >= 0 {
			return text[:i+1]
		}
		return text
	}
	text, _ := object["x-expected"].(string)
	return text
}

// keywords checks the keywords of one file.
type keywords struct {
	*reader
	file *valueFile
}

func (k keywords) wrong(pointer, format string, args ...any) {
	k.fail(ValueFile(k.file.name), k.file.line(pointer), pointer, format, args...)
}

// A check looks at the value of a keyword.
type check func(k keywords, at string, v any)

// checks are the keywords that a schema may have.
var checks map[string]check

// Keywords are the keywords that a schema may have, sorted.
func Keywords() []string { return slices.Sorted(maps.Keys(checks)) }

func init() {
	checks = map[string]check{
		"type": keywords.types, "const": nil, "enum": keywords.enum,
		"properties": keywords.schemasOf, "$defs": keywords.schemasOf,
		"required": keywords.strings, "additionalProperties": keywords.inner, "propertyNames": keywords.inner,
		"minProperties": keywords.natural, "maxProperties": keywords.natural,
		"items": keywords.inner, "prefixItems": keywords.list, "minItems": keywords.natural, "maxItems": keywords.natural,
		"uniqueItems": keywords.boolean,
		"minimum":     keywords.number, "maximum": keywords.number, "exclusiveMinimum": keywords.number, "exclusiveMaximum": keywords.number,
		"multipleOf": keywords.positive,
		"minLength":  keywords.natural, "maxLength": keywords.natural, "pattern": keywords.pattern,
		"oneOf": keywords.list, "anyOf": keywords.list, "$ref": keywords.reference,
		"title": keywords.text, "description": keywords.text, "$comment": keywords.text, "$schema": keywords.dialect, "$id": keywords.id,
		"x-expected": keywords.text, "x-clause": keywords.clause, "x-option": keywords.option,
	}
}

// besideRef are the keywords that may stand beside a $ref: annotations.
var besideRef = []string{"$ref", "title", "description", "$comment", "$schema", "$id", "$defs", "x-expected", "x-clause", "x-option"}

// schema checks a schema at a place of the file.
func (k keywords) schema(at string, v any, top bool) {
	object, ok := v.(map[string]any)
	if !ok {
		if _, isBool := v.(bool); !isBool || top {
			k.wrong(at, "expected a schema, an object%s, found %s", map[bool]string{false: " or true or false"}[top], kindOf(v))
		}
		return
	}
	for _, word := range slices.Sorted(maps.Keys(object)) {
		here := below(at, word)
		look, known := checks[word]
		switch {
		case !known:
			k.wrong(here, "there is no such keyword in this format%s", document.Near(word, Keywords()))
		case look != nil:
			look(k, here, object[word])
		}
		if _, refers := object["$ref"]; refers && known && !slices.Contains(besideRef, word) {
			k.wrong(here, "expected only annotations and x- keys beside $ref")
		}
	}
	if hasType(object["type"], "object") {
		if _, said := object["additionalProperties"]; !said {
			k.wrong(at, `expected "additionalProperties", false or a schema, since the type is object`)
		}
	}
	k.tied(at, object)
	k.contradictions(at, object)
}

// opposites are the pairs of bounds of which the first is below the second one, or
// equal to it where neither leaves itself out.
var opposites = []struct {
	least, most string
	apart       bool
}{
	{"minimum", "maximum", false},
	{"minimum", "exclusiveMaximum", true},
	{"exclusiveMinimum", "maximum", true},
	{"exclusiveMinimum", "exclusiveMaximum", true},
	{"minLength", "maxLength", false},
	{"minItems", "maxItems", false},
	{"minProperties", "maxProperties", false},
}

// contradictions tells of keywords beside each other that no value can match: nothing
// could ever be made from them.
func (k keywords) contradictions(at string, object map[string]any) {
	for _, o := range opposites {
		least, ok := object[o.least].(json.Number)
		most, both := object[o.most].(json.Number)
		if !ok || !both {
			continue
		}
		low, _ := least.Float64()
		high, _ := most.Float64()
		switch here := below(at, o.least); {
		case o.apart && low >= high:
			k.wrong(here, "expected less than the %s, %s, found %s: no value matches", o.most, most, least)
		case low > high:
			k.wrong(here, "expected at most the %s, %s, found %s: no value matches", o.most, most, least)
		}
	}
	properties, _ := object["properties"].(map[string]any)
	keys, _ := object["required"].([]any)
	for i, key := range keys {
		name, isText := key.(string)
		if _, has := properties[name]; isText && !has && object["additionalProperties"] == false {
			k.wrong(below(at, "required")+"/"+strconv.Itoa(i), "there is no %q among the properties, and additionalProperties is false: no value matches%s",
				name, document.Near(name, slices.Sorted(maps.Keys(properties))))
		}
	}
}

func hasType(v any, name string) bool {
	list, isList := v.([]any)
	return v == name || isList && slices.Contains(list, any(name))
}

var typeNames = []string{"null", "boolean", "integer", "number", "string", "array", "object"}

func (k keywords) types(at string, v any) {
	list, isList := v.([]any)
	if !isList {
		list = []any{v}
	}
	if len(list) == 0 {
		k.wrong(at, "expected at least one type, found none")
	}
	for _, one := range list {
		if name, ok := one.(string); !ok || !slices.Contains(typeNames, name) {
			k.wrong(at, "expected one of %s, found %s", strings.Join(typeNames, ", "), shown(one))
		}
	}
}

func (k keywords) enum(at string, v any) {
	if list, ok := v.([]any); !ok || len(list) == 0 {
		k.wrong(at, "expected an array of the values allowed, found %s", kindOf(v))
	}
}

func (k keywords) schemasOf(at string, v any) {
	object, ok := v.(map[string]any)
	if !ok {
		k.wrong(at, "expected an object of schemas, found %s", kindOf(v))
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		k.schema(below(at, key), object[key], false)
	}
}

func (k keywords) list(at string, v any) {
	list, ok := v.([]any)
	if !ok || len(list) == 0 {
		k.wrong(at, "expected an array of schemas, found %s", kindOf(v))
	}
	for i, one := range list {
		k.schema(at+"/"+strconv.Itoa(i), one, false)
	}
}

func (k keywords) inner(at string, v any) { k.schema(at, v, false) }

func (k keywords) strings(at string, v any) {
	list, ok := v.([]any)
	for _, one := range list {
		_, isText := one.(string)
		ok = ok && isText
	}
	if !ok {
		k.wrong(at, "expected an array of strings, found %s", shown(v))
	}
}

func (k keywords) natural(at string, v any) {
	if n, ok := integerOf(v); !ok || n < 0 {
		k.wrong(at, "expected a whole number from 0, found %s", shown(v))
	}
}

func (k keywords) number(at string, v any) {
	if _, ok := v.(json.Number); !ok {
		k.wrong(at, "expected a number, found %s", shown(v))
	}
}

func (k keywords) positive(at string, v any) {
	n, ok := v.(json.Number)
	if f, err := n.Float64(); !ok || err != nil || f <= 0 {
		k.wrong(at, "expected a number above 0, found %s", shown(v))
	}
}

func (k keywords) boolean(at string, v any) {
	if _, ok := v.(bool); !ok {
		k.wrong(at, "expected true or false, found %s", shown(v))
	}
}

func (k keywords) text(at string, v any) {
	if _, ok := v.(string); !ok {
		k.wrong(at, "expected a string, found %s", shown(v))
	}
}

func (k keywords) pattern(at string, v any) {
	text, ok := v.(string)
	if !ok {
		k.wrong(at, "expected a string, found %s", shown(v))
		return
	}
	if _, err := regexp.Compile(text); err != nil {
		k.wrong(at, "expected a regular expression (RE2): %v", err)
	}
}

func (k keywords) dialect(at string, v any) {
	if v != draft || at != "/$schema" {
		k.wrong(at, "expected %q at the top of the file, or none, found %s", draft, shown(v))
	}
}

func (k keywords) id(at string, v any) {
	if want := schemas.Base + k.folder.Game.Name + "/" + k.file.name + schemas.Suffix; v != want || at != "/$id" {
		k.wrong(at, "expected %q at the top of the file, or none, found %s", want, shown(v))
	}
}

func (k keywords) clause(at string, v any) {
	id, ok := v.(string)
	if ok && k.unread.clauses {
		return // it may be one that could not be read, which another message says
	}
	if _, known := k.folder.Game.Clause(id); !ok || !known {
		k.wrong(at, "expected a clause of %s, found %s%s", RulesFile, shown(v), document.Near(id, k.clauseNames()))
	}
}

// tieForm is the value of a key of x-option: NAME, or a multiple of it.
var tieForm = text.Pattern(`^(?:([1-9][0-9]{0,8})\*)?([a-z][a-z0-9_-]*)$`)

// tiedKeywords are those that an option can set.
var tiedKeywords = []string{
	"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems",
	"minProperties", "maxProperties", "enum",
}

func (k keywords) option(at string, v any) {
	object, ok := v.(map[string]any)
	if !ok {
		k.wrong(at, `expected an object such as {"maxItems": "hand"}, found %s`, kindOf(v))
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		here := below(at, key)
		text, _ := object[key].(string)
		m := tieForm().FindStringSubmatch(text)
		switch {
		case !slices.Contains(tiedKeywords, key):
			k.wrong(here, "expected a keyword that an option can set, one of %s", strings.Join(tiedKeywords, ", "))
		case m == nil:
			k.wrong(here, `expected the name of an option or a multiple such as "4*copies", found %s`, shown(object[key]))
		case k.optionNamed(m[2]) == nil:
			k.wrong(here, "there is no option %q%s", m[2], document.Near(m[2], optionNames(k.options)))
		}
	}
}

func (k keywords) optionNamed(name string) *option {
	for i := range k.options {
		if k.options[i].name == name {
			return &k.options[i]
		}
	}
	return nil
}

// tied holds the keywords of a schema that follow options against the defaults of
// these.
func (k keywords) tied(at string, object map[string]any) {
	ties, _ := object["x-option"].(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(ties)) {
		text, _ := ties[key].(string)
		m := tieForm().FindStringSubmatch(text)
		if m == nil || k.optionNamed(m[2]) == nil {
			continue
		}
		o := k.optionNamed(m[2])
		here := below(at, key)
		has, said := object[key]
		var value any
		decoder := json.NewDecoder(bytes.NewReader(o.def))
		decoder.UseNumber()
		if o.def == nil || o.value == "" && o.refuses(o.def, nil) != "" || decoder.Decode(&value) != nil {
			continue // of the default that is told already
		}
		keys, isObject := value.(map[string]any)
		n, isInteger := integerOf(value)
		factor, _ := strconv.ParseInt("0"+m[1], 10, 64)
		n *= max(factor, 1)
		switch found, ok := integerOf(has); {
		case value == nil && said:
			k.wrong(here, "expected no %s, since the default of %s is null", key, o.name)
		case value == nil:
		case key == "enum" && !isObject:
			k.wrong(at+"/x-option/enum", "expected an option whose value is an object, found %s, which is not", o.name)
		case key == "enum":
			if list, _ := has.([]any); !sameWords(list, keys) {
				k.wrong(here, "expected the keys of the option %s, %s", o.name, strings.Join(slices.Sorted(maps.Keys(keys)), ", "))
			}
		case !isInteger:
			k.wrong(below(at+"/x-option", key), "expected an option whose value is a whole number, found %s, which is not", o.name)
		case !said:
			k.wrong(here, "expected %d, as the default of %s has it, found none", n, o.name)
		case !ok || found != n:
			k.wrong(here, "expected %d, as the default of %s has it, found %s", n, o.name, shown(has))
		}
	}
}

func sameWords(list []any, keys map[string]any) bool {
	var words []string
	for _, one := range list {
		w, _ := one.(string)
		words = append(words, w)
	}
	slices.Sort(words)
	return slices.Equal(words, slices.Sorted(maps.Keys(keys)))
}

// refForm is that of a $ref: a file, a part of one, or a part of this one.
var refForm = text.Pattern(`^(?:([a-z][a-z0-9_-]*)\.schema\.json)?(?:#/\$defs/([^/#]+))?$`)

// target is what a $ref of a file leads to: a file and a part of it.
func (k keywords) target(file string, ref string) (to string, pointer string, ok bool) {
	m := refForm().FindStringSubmatch(ref)
	if m == nil || ref == "" {
		return "", "", false
	}
	if to = file; m[1] != "" {
		to = m[1]
	}
	if m[2] != "" {
		pointer = "/$defs/" + m[2]
	}
	return to, pointer, true
}

func (k keywords) reference(at string, v any) {
	ref, _ := v.(string)
	to, pointer, ok := k.target(k.file.name, ref)
	if !ok {
		k.wrong(at, "expected NAME%s, NAME%s#/$defs/X or #/$defs/X, found %s", schemas.Suffix, schemas.Suffix, shown(v))
		return
	}
	file := k.values[to]
	if file == nil {
		if slices.Contains(k.valueFiles, to) || k.unread.values {
			return // it is there, or may be, and cannot be read, which another message says
		}
		near := document.Near(to, slices.Sorted(maps.Keys(k.values)))
		if near == "" {
			k.absent(to, filepath.Join(k.shown, ValueFile(k.file.name)), k.file.line(at))
			return
		}
		k.wrong(at, "there is no value %q%s", to, near)
		return
	}
	if pointer != "" && file.part(pointer) == nil {
		k.wrong(at, "there is no %s in %s", pointer, ValueFile(to))
	}
}

// part is what stands at /$defs/X, nil if nothing does.
func (v *valueFile) part(pointer string) any {
	if pointer == "" {
		return v.tree
	}
	object, _ := v.tree.(map[string]any)
	defs, _ := object["$defs"].(map[string]any)
	return defs[jsontext.Pointer(pointer).LastToken()]
}

// circles tells of references that lead back to where they began: no value would
// have an end.
func (k keywords) circles() {
	const open, done = 1, 2
	state := map[string]int{}
	var visit func(file, pointer string)
	visit = func(file, pointer string) {
		v := k.values[file]
		if v == nil {
			return
		}
		key := file + "#" + pointer
		state[key] = open
		var walk func(at string, node any)
		walk = func(at string, node any) {
			switch node := node.(type) {
			case map[string]any:
				for _, word := range slices.Sorted(maps.Keys(node)) {
					here := below(at, word)
					if ref, ok := node[word].(string); ok && word == "$ref" {
						to, part, known := k.target(file, ref)
						switch at := (keywords{k.reader, v}); {
						case !known:
						case state[to+"#"+part] == open:
							at.wrong(here, "expected references without a circle, found %s, which refers back to itself", ref)
						case state[to+"#"+part] == 0:
							visit(to, part)
						}
						continue
					}
					switch named, _ := node[word].(map[string]any); word {
					case "$defs", "const", "enum":
					case "properties": // whose keys are names, even if they read like keywords
						for _, name := range slices.Sorted(maps.Keys(named)) {
							walk(below(here, name), named[name])
						}
					default:
						walk(here, node[word])
					}
				}
			case []any:
				for i, one := range node {
					walk(at+"/"+strconv.Itoa(i), one)
				}
			}
		}
		walk(pointer, v.part(pointer))
		state[key] = done
	}
	for _, n := range slices.Sorted(maps.Keys(k.values)) {
		if state[n+"#"] == 0 {
			visit(n, "")
		}
		object, _ := k.values[n].tree.(map[string]any)
		defs, _ := object["$defs"].(map[string]any)
		for _, d := range slices.Sorted(maps.Keys(defs)) {
			if state[n+"#"+below("/$defs", d)] == 0 {
				visit(n, below("/$defs", d))
			}
		}
	}
}

func integerOf(v any) (int64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	i, err := n.Int64()
	return i, err == nil
}

func kindOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool, json.Number:
		return fmt.Sprint(v)
	case string:
		return "a string"
	case []any:
		if len(v) == 0 {
			return "an empty array"
		}
		return "an array"
	}
	return "an object"
}

// shownMax is how much of a value a message shows.
const shownMax = 60

func shown(v any) string {
	text, err := json.Marshal(v)
	if err != nil || len(text) > shownMax {
		return kindOf(v)
	}
	return string(text)
}

// below is the JSON pointer of a member of what stands at another.
func below(at, key string) string { return string(jsontext.Pointer(at).AppendToken(key)) }
