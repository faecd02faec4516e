package gametest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/schemas"
)

// Special is what is special about the values of a game.
type Special struct {
	// Parts draw values that stand inside others alone, so that no task has them, and that
	// are hardly found by chance.
	Parts map[string]func(r game.Rules, rng *rand.Rand) jsontext.Value
	// Unruled begins the messages about what neither a schema nor a clause can say.
	Unruled []string
	// Settings are other options under which values are different, as Configured reads
	// them.
	Settings [][]string
}

// content is the name of the value that Game.Content is.
const content = "content"

// spoiledMax bounds the text of the malformed contents of a game, which takes a quarter
// of a second to validate.
const spoiledMax = 384 << 10

// Described holds schemas and decoders of a game against each other, whose values are
// described once: what a schema refuses its decoder refuses, too, and what only the
// decoder refuses breaks a clause. The values are valid ones of every form, variations
// of them, and malformed ones each wrong in one known way, in which the decoder finds
// the culprit, all under the default options and under the special settings.
func Described(t *testing.T, g *game.Game, special Special) {
	t.Helper()
	described(t, g, special, Rounds(2, 60))
	for _, settings := range special.Settings {
		t.Run(settings[0], func(t *testing.T) { described(t, g, special, Rounds(2, 30), settings...) })
	}
}

func described(t *testing.T, g *game.Game, special Special, rounds int, settings ...string) {
	t.Helper()
	r := Configured(t, g, settings...)
	set := schema.Of(g, r.Options())
	for _, v := range g.Values {
		if !r.(game.Reader).Reads(v.Name) {
			t.Errorf("%s: no decoder reads it", v.Name)
			continue
		}
		ways := map[string]int{}
		rounds, most := rounds, math.MaxInt
		if v.Name == content {
			rounds, most = Rounds(1, 6), Rounds(spoiledMax, math.MaxInt) // it is large, and always the same
		}
		for seed := range rounds {
			rng := rand.New(rand.NewPCG(uint64(seed), 5))
			for i, raw := range samples(t, g, r, set, special.Parts[v.Name], v.Name, rng) {
				sound := agree(t, r, set, special, v.Name, raw, -1)
				if !sound || i > 1 {
					continue
				}
				list := spoiled(t, set, v.Name, raw)
				rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
				for _, s := range list {
					if most -= len(s.text); most < 0 {
						break
					}
					ways[s.way]++
					if agree(t, r, set, special, v.Name, s.text, s.at) {
						t.Fatalf("%s: nothing refuses a value that %s\n%s", v.Name, s.way, s.text)
					}
				}
			}
		}
		if len(ways) == 0 {
			t.Errorf("%s: nothing was spoiled", v.Name)
		}
	}
}

// samples are values of that name: one that the game generates if it is an input or an
// answer of a task, then what its schema alone allows, and variations.
func samples(
	t *testing.T, g *game.Game, r game.Rules, set *schema.Set, part func(game.Rules, *rand.Rand) jsontext.Value, name string, rng *rand.Rand,
) (list []jsontext.Value) {
	is := func(p game.Param) bool { return p.Value == name }
	for _, task := range g.Tasks {
		i, k := slices.IndexFunc(task.In, is), slices.IndexFunc(task.Out, is)
		if task.Live != "" || i < 0 && k < 0 {
			continue
		}
		in := r.Generate(task.Name, rng, rng.IntN(game.SizeMax+1))
		var out game.Output
		if i < 0 && r.Oracle(task.Name)(in, &out) == nil {
			list = append(list, out.Value(k))
			break
		}
		if i >= 0 && i < len(in) {
			list = append(list, in[i])
			break
		}
	}
	if part != nil {
		list = append(list, part(r, rng))
	}
	drawn, varied := 3, 4
	if name == content {
		list = append(list, g.Content)
		drawn, varied = 1, 1
	}
	for range drawn {
		one, err := set.Random(name, rng, rng.IntN(schema.SizeMax+1))
		if err != nil && len(list) > 0 {
			break // no value is found by chance, such as a list of all tiles there are
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, one)
	}
	for range varied {
		other, err := set.Vary(name, list[0], rng, schema.SizeMax)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, other)
	}
	return list
}

// agree holds what the decoder says about a value against what the schema says,
// and returns whether both take it. A culprit that begins at a place, if that is
// not negative, must be found there.
func agree(t *testing.T, r game.Rules, set *schema.Set, special Special, name string, raw jsontext.Value, at int) bool {
	t.Helper()
	problems, err := set.Explain(name, raw)
	if err != nil {
		t.Fatal(err)
	}
	found := r.Check(name, raw)
	var invalid *game.Invalid
	switch {
	case found != nil && !errors.As(found, &invalid):
		t.Fatalf("%s: %v", name, found)
	case len(problems) > 0 && found == nil:
		t.Fatalf("%s: the schema says %q, and the decoder nothing, about\n%s", name, problems[0].Message, raw)
	case len(problems) == 0 && found != nil && invalid.Clause == "" && !special.unruled(invalid.Message):
		t.Fatalf("%s: the decoder says %q without a clause, and the schema nothing, about\n%s", name, invalid.Message, raw)
	case len(problems) > 0 && invalid.Offset == problems[0].Offset && advice(problems[0].Message) != advice(invalid.Message):
		t.Fatalf("%s: the schema says %q, and the decoder %q, about\n%s", name, problems[0].Message, invalid.Message, raw)
	case found != nil && at >= 0 && invalid.Offset != at:
		t.Fatalf("%s: %q at %.30q, expected it at %.30q, in\n%s", name, invalid.Message, raw[invalid.Offset:], raw[at:], raw)
	}
	return found == nil && len(problems) == 0
}

// advice is what a message says about the next step.
func advice(message string) string {
	for _, begin := range []string{" (did you mean ", " (option "} {
		if at := strings.Index(message, begin); at >= 0 {
			return message[at:]
		}
	}
	return ""
}

func (s *Special) unruled(message string) bool {
	return slices.ContainsFunc(s.Unruled, func(begin string) bool { return strings.HasPrefix(message, begin) })
}

// A spoiledValue is a value that is wrong in one way; at is where the culprit
// begins, -1 if several places can be told for it.
type spoiledValue struct {
	way  string
	text jsontext.Value
	at   int
}

// A spoiler walks over a value by its schema, and spoils it at each place.
type spoiler struct {
	t    *testing.T
	set  *schema.Set
	root any
	list []spoiledValue
}

func spoiled(t *testing.T, set *schema.Set, name string, raw jsontext.Value) []spoiledValue {
	s := &spoiler{t: t, set: set, root: parsed(t, raw)}
	s.walk(s.load(name+schemas.Suffix), s.root, func(v any) { s.root = v })
	return s.list
}

func parsed(t *testing.T, text []byte) (v any) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func (s *spoiler) load(file string) map[string]any {
	text, err := s.set.Source(strings.TrimSuffix(file, schemas.Suffix))
	if err != nil {
		s.t.Fatal(err)
	}
	return parsed(s.t, text).(map[string]any)
}

// resolve follows a reference to another file.
func (s *spoiler) resolve(node map[string]any) map[string]any {
	for node["$ref"] != nil {
		file, def, inside := strings.Cut(node["$ref"].(string), "#/$defs/")
		node = s.load(file)
		if inside {
			node = node["$defs"].(map[string]any)[def].(map[string]any)
		}
	}
	return node
}

// culprit stands where a value is spoiled, until its text is put there.
const culprit = "@culprit@"

// put adds the value with another text in one place, where old stands and set puts things.
func (s *spoiler) put(way, text string, set func(any), old any, at int) {
	set(culprit)
	whole, err := json.Marshal(s.root)
	if err != nil {
		s.t.Fatal(err)
	}
	set(old)
	place := bytes.Index(whole, []byte(strconv.Quote(culprit)))
	if at >= 0 {
		at += place
	}
	s.list = append(s.list, spoiledValue{way, bytes.Replace(whole, []byte(strconv.Quote(culprit)), []byte(text), 1), at})
}

func textOf(t *testing.T, v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// walk spoils a value and its parts.
func (s *spoiler) walk(node map[string]any, v any, set func(any)) {
	node = s.resolve(node)
	number := func(key string) (int, bool) {
		n, ok := node[key].(json.Number)
		i, _ := strconv.Atoi(string(n))
		return i, ok
	}
	switch {
	case node["const"] != nil || node["enum"] != nil && node["type"] == "string":
		s.put("has an unknown word", `"nonsense"`, set, v, 0)
		if word, ok := v.(string); ok {
			s.put("has a misspelt word", strconv.Quote(word+"x"), set, v, 0)
		}
		s.put("has a number for a word", `7`, set, v, 0)
	case node["pattern"] != nil:
		s.put("has another text", `"?"`, set, v, 0)
		s.put("has a number for a text", `7`, set, v, 0)
	case node["type"] == "boolean":
		s.put("has a number for true or false", `0`, set, v, 0)
	case node["type"] == "integer":
		if least, ok := number("minimum"); ok {
			s.put("has too small a number", strconv.Itoa(least-1), set, v, 0)
		}
		if most, ok := number("maximum"); ok {
			s.put("has too large a number", strconv.Itoa(most+1), set, v, 0)
		}
		s.put("has a fraction", `0.5`, set, v, 0)
		s.put("has a text for a number", `"7"`, set, v, 0)
	case s.isNumber(node["anyOf"]):
		s.put("has a text where no form is one", `"?"`, set, v, 0)
	case node["oneOf"] != nil || node["anyOf"] != nil:
		s.put("has a number where no form is one", `7`, set, v, 0)
	}
	switch list := v.(type) {
	case []any:
		s.put("has an object for an array", `{}`, set, v, 0)
		s.elements(node, list, set)
	case map[string]any:
		if node["properties"] == nil {
			return // one of several forms
		}
		s.put("has an array for an object", `[]`, set, v, 0)
		s.members(node, list, set)
	}
}

// isNumber tells whether one of several forms is a number.
func (s *spoiler) isNumber(forms any) bool {
	list, _ := forms.([]any)
	return slices.ContainsFunc(list, func(form any) bool { return s.resolve(form.(map[string]any))["type"] == "integer" })
}

// elements spoils an array: its length, and its first and last elements.
func (s *spoiler) elements(node map[string]any, list []any, set func(any)) {
	first, _ := node["prefixItems"].([]any)
	items, _ := node["items"].(map[string]any)
	if first != nil && items == nil {
		s.put("has a pair of one", textOf(s.t, list[:1]), set, list, 0)
		s.put("has a pair of three", textOf(s.t, append(slices.Clone(list), list[0])), set, list, 0)
		for i := range first {
			s.walk(first[i].(map[string]any), list[i], func(v any) { list[i] = v })
		}
		return
	}
	if len(list) == 0 || items == nil {
		return
	}
	if node["uniqueItems"] == true {
		s.put("has an element twice", textOf(s.t, append(slices.Clone(list), list[0])), set, list, -1)
	}
	if least, ok := node["minItems"].(json.Number); ok && least != "0" {
		n, _ := strconv.Atoi(string(least))
		s.put("has too few elements", textOf(s.t, list[:min(n-1, len(list))]), set, list, -1)
	}
	for _, i := range slices.Compact([]int{0, len(list) - 1}) {
		one := items
		if i < len(first) {
			one = first[i].(map[string]any)
		}
		s.walk(one, list[i], func(v any) { list[i] = v })
	}
}

// members spoils an object: its keys, and its members.
func (s *spoiler) members(node map[string]any, object map[string]any, set func(any)) {
	properties := node["properties"].(map[string]any)
	required, _ := node["required"].([]any)
	for _, key := range required {
		rest := maps.Clone(object)
		delete(rest, key.(string))
		s.put(fmt.Sprintf("lacks the key %s", key), textOf(s.t, rest), set, object, 0)
	}
	more := maps.Clone(object)
	more["zzz"] = 1 // the last of the keys
	text := textOf(s.t, more)
	s.put("has an unknown key", text, set, object, strings.LastIndex(text, `"zzz"`))
	for _, key := range slices.Sorted(maps.Keys(object)) {
		s.walk(properties[key].(map[string]any), object[key], func(v any) { object[key] = v })
	}
}
