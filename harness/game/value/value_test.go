package value_test

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v5"
	"pgregory.net/rapid"

	"github.com/touchstone-harness/touchstone/harness/game/value"
	"github.com/touchstone-harness/touchstone/schemas"
)

// The values of a game that does not exist: parcels on a shelf, with one of each way in
// which a value can be described.
type (
	color  uint8
	size   string
	parcel struct {
		color    color
		size     size
		weight   int
		owner    string
		fragile  bool
		stamps   []value.Entry[color]
		corners  corners
		lent     int // to a shelf, 0 to nobody
		begins   int // in the text
		insured  int // for so much, if the option is on
		contents []content
	}
	corners struct{ left, right int }
	content struct {
		kind   string
		pages  int
		liters int
	}
	plan struct {
		spot   spot
		tag    tag
		year   int
		note   string
		queue  []int8
		locked bool
		since  int
		keys   int
	}
	spot struct{ row, col int8 }
	tag  uint8
)

const tie = "insurance=true"

// shelf has the values of the game, a type for each.
type shelf struct {
	book   *value.Book
	color  value.Type[color]
	parcel value.Type[parcel]
	all    value.Type[[]parcel]
	pick   value.Type[int]
	move   value.Type[content]
	tag    value.Type[tag]
	plan   value.Type[plan]
	empty  value.Type[struct{}]
}

var things = describe()

func describe() shelf {
	s := shelf{book: value.NewBook("shelf")}
	s.color = value.Define(s.book, "color", "Color", "What a parcel is painted with.",
		value.Word[color]("a color", "SH-01", []string{"red", "green", "blue"}))
	small := value.Name("a size", "SH-02", []size{"small", "large"})
	weight := value.Int("a weight", "SH-03", 1, 30)
	corner := value.Int("a corner", "", 0, 9)
	pages := value.Key("pages", value.Natural("a number of pages", ""), func(c *content) *int { return &c.pages })
	liters := value.Key("liters", value.Int("liters", "", 1, 5), func(c *content) *int { return &c.liters })
	always := func(key, word string) value.Member[content] { return value.Own(key, value.Constant[content](word)) }
	book := value.Object("a book", "", pages)
	bottle := value.Object("a bottle", "", liters, always("of", "milk"))
	letter := value.Constant[content]("letter")
	has := func(kind string) (func(*content) bool, func(*content)) {
		return func(c *content) bool { return c.kind == kind }, func(c *content) { *c = content{kind: kind} }
	}
	form := func(kind string, t value.Type[content]) value.Case[content] {
		is, set := has(kind)
		return value.Case[content]{Type: t, Is: is, Set: set}
	}
	inside := value.Either("a thing", form("letter", letter), form("book", book), form("bottle", bottle))
	s.parcel = value.Define(s.book, "parcel", "Parcel", "What stands on the shelf.", value.Object("a parcel", "SH-04",
		value.Key("color", s.color, func(p *parcel) *color { return &p.color }),
		value.Key("size", value.NameOr("a size or none", small, []size{"small", "large"}, []size{"none"}), func(p *parcel) *size { return &p.size }),
		value.Key("weight", weight, func(p *parcel) *int { return &p.weight }).At(func(p *parcel) *int { return &p.begins }),
		value.Key("owner", value.Text("a name", "^[a-z]+$", lower), func(p *parcel) *string { return &p.owner }),
		value.Key("fragile?", value.Bool(), func(p *parcel) *bool { return &p.fragile }),
		value.Key("stamps", value.Tally[color]("stamps", "SH-05", []string{"red", "green", "blue"}, value.Int("a number of stamps", "", 1, 4), 0),
			func(p *parcel) *[]value.Entry[color] { return &p.stamps }),
		value.Key("corners", value.Pair("two corners", "SH-06",
			value.In(corner, func(c *corners) *int { return &c.left }), value.In(corner, func(c *corners) *int { return &c.right })),
			func(p *parcel) *corners { return &p.corners }),
		value.Key("lent", value.OrNull("a shelf or null", value.Int("a shelf", "", 1, 3), 0), func(p *parcel) *int { return &p.lent }),
		value.Key("insured", value.Natural("a sum", ""), func(p *parcel) *int { return &p.insured }).
			Optional(func(p *parcel) bool { return p.insured > 0 }).Under(tie),
		value.Key("contents", value.List("a list of things", "", inside, value.Size{}), func(p *parcel) *[]content { return &p.contents }),
	))
	s.all = value.Define(s.book, "parcels", "Parcels", "All of them.", value.List("a list of parcels", "", s.parcel, value.Size{}))
	s.pick = value.Define(s.book, "pick", "Pick", "One of the shelves.", value.IntOf("a shelf", "", 1, 3,
		func(n *int) int { return *n + 1 }, func(n *int, shelf int) { *n = shelf - 1 }))
	s.move = value.Define(s.book, "move", "Move", "What is put in.", value.Union("a move", "kind", []string{`"book"`, `"bottle"`},
		form("book", value.Object("a move of a book", "", always("kind", "book"), pages)),
		form("bottle", value.Object("a move of a bottle", "", always("kind", "bottle"), liters))))
	s.tag = value.Define(s.book, "tag", "Tag", "What hangs on a shelf.",
		value.TextOf("a tag", "^x[1-3]$", func(_ *value.Reader, text []byte) (tag, bool) {
			if len(text) != 2 || text[0] != 'x' || text[1] < '1' || text[1] > '3' {
				return 0, false
			}
			return tag(text[1] - '0'), true
		}, func(t *tag) string { return `"x` + string(rune('0'+*t)) + `"` }))
	place := value.Small[int8]("a place from 0 to 9", "", 0, 9)
	door := value.WordOf("open or locked", "", []string{"open", "locked"}, func(p *plan) int {
		if p.locked {
			return 1
		}
		return 0
	}, func(p *plan, word int) { p.locked = word == 1 })
	s.plan = value.Define(s.book, "plan", "Plan", "Where it stands.", value.Forms("a plan", "SH-07", []value.Member[plan]{
		value.Own("door", door),
		value.Key("spot", value.Point("a spot [row, col]", "a number from -9 to 9", -9, 9, func(s *spot) (row, col *int8) { return &s.row, &s.col }),
			func(p *plan) *spot { return &p.spot }),
		value.Key("tag", s.tag, func(p *plan) *tag { return &p.tag }),
		value.Key("year", value.IntAmong("a year", "", []int{1, 5, 9}), func(p *plan) *int { return &p.year }),
		value.Key("note", value.String("a note"), func(p *plan) *string { return &p.note }),
		value.Key("queue", value.Headed("a queue", "SH-08", value.As(place, value.OneOf("0", "", []any{0})), place, value.Size{Set: true}, inQueue),
			func(p *plan) *[]int8 { return &p.queue }),
		value.Key("since", value.Int("a year since", "", 1, 5), func(p *plan) *int { return &p.since }),
		value.Key("keys", value.Int("a number of keys", "", 1, 5), func(p *plan) *int { return &p.keys }),
	},
		value.Form[plan]{
			Words: []string{"open"}, Name: "a plan with an open door", Says: "Anybody may come in.",
			Keys: []string{"spot", "tag", "year", "note", "queue"}, Is: func(p *plan) bool { return !p.locked },
		},
		value.Form[plan]{
			Words: []string{"locked"}, Name: "a plan with a locked door", Clause: "SH-09", Says: "Nobody may.",
			Keys: []string{"since", "keys"},
		}))
	s.empty = value.Define(s.book, "empty", "Empty", "Nothing.", value.Literal[struct{}](false))
	return s
}

// inQueue tells whether the last number of a queue is a new one, and the first one 0.
func inQueue(r *value.Reader, list []int8, at int) {
	switch n := len(list) - 1; {
	case n == 0 && list[0] != 0:
		r.Fail(at, "", "expected 0, found %d", list[0])
	case slices.Contains(list[:n], list[n]):
		r.Fail(at, "SH-08", "expected each number once, found %d again", list[n])
	}
}

func lower(s string) bool { return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == "" }

// aParcel is a text of a parcel, as it is written.
const aParcel = `{"color":"green","size":"none","weight":30,"owner":"ada","fragile?":true,"stamps":{"red":1,"blue":4},` +
	`"corners":[0,9],"lent":null,"insured":7,"contents":["letter",{"pages":12},{"liters":2,"of":"milk"}]}`

// aPlan is a text of a plan, as it is written.
const aPlan = `{"door":"open","spot":[-3,9],"tag":"x2","year":5,"note":"a \"b\"","queue":[0,7,2]}`

// good are texts of values, as they are written.
var good = map[string][]string{
	"color":   {`"red"`, `"blue"`},
	"parcel":  {aParcel, strings.NewReplacer(`"insured":7,`, ``, `null`, `3`, `{"red":1,"blue":4}`, `{}`).Replace(aParcel)},
	"parcels": {`[]`, `[` + aParcel + `,` + aParcel + `]`},
	"pick":    {`1`, `3`},
	"move":    {`{"kind":"book","pages":900719925474099}`, `{"kind":"bottle","liters":5}`},
	"tag":     {`"x1"`, `"x3"`},
	"plan":    {aPlan, `{"door":"locked","since":3,"keys":1}`},
	"empty":   {`false`},
}

// read reads a text into a value and writes it again.
func read[T any](t value.Type[T], text string) (written string, err error) {
	var r value.Reader
	r.Reset(jsontext.Value(text))
	var v T
	t.Read(&r, &v)
	if err := r.Err(); err != nil {
		return "", err
	}
	return string(t.Text(v)), nil
}

func readNamed(name, text string) (written string, err error) {
	switch name {
	case "color":
		return read(things.color, text)
	case "parcel":
		return read(things.parcel, text)
	case "parcels":
		return read(things.all, text)
	case "pick":
		return read(things.pick, text)
	case "move":
		return read(things.move, text)
	case "tag":
		return read(things.tag, text)
	case "plan":
		return read(things.plan, text)
	case "empty":
		return read(things.empty, text)
	}
	panic(name)
}

// TestWritten: what is read is written again, whatever the order of keys and the blanks.
func TestWritten(t *testing.T) {
	for name, texts := range good {
		for _, text := range texts {
			if got, err := readNamed(name, text); err != nil || got != text {
				t.Errorf("%s: %s, %v", text, got, err)
			}
			var loose bytes.Buffer
			if err := stdjson.Indent(&loose, []byte(text), " ", "\t"); err != nil {
				t.Fatal(err)
			}
			if got, err := readNamed(name, loose.String()); err != nil || got != text {
				t.Errorf("%s: %s, %v", &loose, got, err)
			}
		}
	}
	turned := `{"contents":[],"insured":1,"lent":2,"corners":[1,2],"stamps":{"blue":1,"red":2},"fragile?":false,"owner":"b","weight":1,"size":"small","color":"red"}`
	want := `{"color":"red","size":"small","weight":1,"owner":"b","fragile?":false,"stamps":{"blue":1,"red":2},"corners":[1,2],"lent":2,"insured":1,"contents":[]}`
	if got, err := read(things.parcel, turned); err != nil || got != want {
		t.Errorf("%s, %v", got, err)
	}
}

// TestRefused: what is wrong is said of the first place, with the clause that it breaks.
func TestRefused(t *testing.T) {
	change := func(old, to string) string {
		if !strings.Contains(aParcel, old) {
			t.Fatal(old)
		}
		return strings.Replace(aParcel, old, to, 1)
	}
	plan := func(old, to string) string { return strings.Replace(aPlan, old, to, 1) }
	for _, test := range []struct{ name, text, at, message, clause string }{
		{"color", `"pink"`, `"pink"`, `expected a color, found "pink"`, "SH-01"},
		{"color", `3`, `3`, `expected a color, found 3`, ""},
		{"parcel", `[]`, `[`, `expected a parcel, found []`, ""},
		{"parcel", change(`"green"`, `"grün"`), `"grün"`, `expected a color, found "grün"`, "SH-01"},
		{"parcel", change(`"none"`, `"tiny"`), `"tiny"`, `expected a size or none, found "tiny"`, ""},
		{"parcel", change(`30`, `31`), `31`, `expected a weight, found 31`, ""},
		{"parcel", change(`30`, `1.5`), `1.5`, `expected a weight, found 1.5`, ""},
		{"parcel", change(`"ada"`, `"Ada"`), `"Ada"`, `expected a name, found "Ada"`, ""},
		{"parcel", change(`true`, `"yes"`), `"yes"`, `expected true or false, found "yes"`, ""},
		{"parcel", change(`"red":1`, `"pink":1`), `"pink"`, `unknown key "pink" in stamps`, ""},
		{"parcel", change(`"red":1`, `"red":5`), `5`, `expected a number of stamps, found 5`, ""},
		{"parcel", change(`[0,9]`, `[0]`), `[0]`, `expected two corners, found an array of 1`, "SH-06"},
		{"parcel", change(`[0,9]`, `[0,9,9,9]`), `[0,9`, `expected two corners, found an array of 4`, "SH-06"},
		{"parcel", change(`null`, `"x"`), `"x"`, `expected a shelf or null, found "x"`, ""},
		{"parcel", change(`null`, `4`), `4`, `expected a shelf or null, found 4`, ""},
		{"parcel", change(`"weight":30,`, ``), `{"color"`, `missing key "weight" in a parcel`, ""},
		{"parcel", change(`"weight"`, `"wieght"`), `"wieght"`, `unknown key "wieght" in a parcel (did you mean "weight"?)`, ""},
		{"parcel", change(`"letter"`, `"card"`), `"card"`, `expected "letter", found "card"`, ""},
		{"parcel", change(`"letter"`, `7`), `7`, `expected a thing, found 7`, ""},
		{"parcel", change(`{"pages":12}`, `{"pages":-1}`), `-1`, `expected a number of pages, found -1`, ""},
		{"parcel", change(`{"pages":12}`, `{"leaves":1}`), `"leaves"`, `unknown key "leaves" in a bottle`, ""},
		{"pick", `0`, `0`, `expected a shelf, found 0`, ""},
		{"move", `{"pages":1}`, `{`, `missing key "kind" in a move`, ""},
		{"move", `{"kind":"jar"}`, `"jar"`, `expected one of ["book" "bottle"], found "jar"`, ""},
		{"move", `{"kind":"botle"}`, `"botle"`, `expected one of ["book" "bottle"], found "botle" (did you mean "bottle"?)`, ""},
		{"color", `"gren"`, `"gren"`, `expected a color, found "gren" (did you mean "green"?)`, "SH-01"},
		{"move", `{"kind":"book","liters":1}`, `"liters"`, `unknown key "liters" in a move of a book`, ""},
		{"color", `"` + strings.Repeat("pink", 20) + `"`, `"pink`, `expected a color, found "` + strings.Repeat("pink", 9) + `pin…`, "SH-01"},
		{"tag", `"x4"`, `"x4"`, `expected a tag, found "x4"`, ""},
		{"plan", `{}`, `{}`, `missing key "door" in a plan`, ""},
		{"plan", `{"door":"ajar"}`, `"ajar"`, `expected open or locked, found "ajar"`, ""},
		{"plan", `{"keys":9,"door":"open"}`, `9`, `expected a number of keys, found 9`, ""},
		{"plan", `{"keys":1,"since":1}`, `{`, `missing key "door" in a plan`, ""},
		{"plan", `{"keys":1,"door":"locked"}`, `{"keys"`, `missing key "since" in a plan with a locked door`, "SH-09"},
		{"plan", `{"keys":1,"tag":"x1","door":"locked","since":1}`, `"tag"`, `unknown key "tag" in a plan with a locked door`, "SH-09"},
		{"plan", `{"door":"open","since":1}`, `{"door"`, `missing key "spot" in a plan with an open door`, ""},
		{"plan", `{"door":"open","sinse":1}`, `"sinse"`, `unknown key "sinse" in a plan (did you mean "since"?)`, ""},
		{"plan", plan(`[-3,9]`, `[-3]`), `[-3]`, `expected a spot [row, col], found an array of 1`, ""},
		{"plan", plan(`[-3,9]`, `[-3,9,0]`), `[-3,9,0]`, `expected a spot [row, col], found an array of 3`, ""},
		{"plan", plan(`[-3,9]`, `[-3,9,10]`), `10`, `expected a number from -9 to 9, found 10`, ""},
		{"plan", plan(`"year":5`, `"year":6`), `6`, `expected a year, found 6`, ""},
		{"plan", plan(`"year":5`, `"year":0`), `0`, `expected a year, found 0`, ""},
		{"plan", plan(`"a \"b\""`, `1`), `1`, `expected a note, found 1`, ""},
		{"plan", plan(`[0,7,2]`, `[1,7,"x"]`), `1,7`, `expected 0, found 1`, ""},
		{"plan", plan(`[0,7,2]`, `[0,7,7,"x"]`), `7,"x"`, `expected each number once, found 7 again`, "SH-08"},
		{"empty", `true`, `true`, `expected false, found true`, ""},
	} {
		var r value.Reader
		r.Reset(jsontext.Value(test.text))
		things.book.Read(test.name, &r)
		err := r.Err()
		if err == nil {
			t.Errorf("%s: nothing is wrong", test.text)
			continue
		}
		if !strings.HasPrefix(err.Message, test.message) || err.Clause != test.clause || !strings.HasPrefix(test.text[err.Offset:], test.at) {
			t.Errorf("%s:\n%s (%s) at %s\nexpected\n%s (%s) at %s", test.text, err.Message, err.Clause, test.text[err.Offset:], test.message, test.clause, test.at)
		}
	}
}

// TestRows: rows are of equal length, and a value that is read again keeps nothing.
func TestRows(t *testing.T) {
	type box struct {
		rows, cols int
		cells      [9]tag
	}
	form := value.Rows("rows", "a row", 3, value.OrNull("a tag or null", things.tag, 0),
		func(b *box) (rows, columns *int) { return &b.rows, &b.cols },
		func(b *box, row int) []tag { return b.cells[row*b.cols:][:3] })
	for _, test := range []struct{ text, at, message string }{
		{`[["x1",null,"x2"],["x3",null,null],[null,null,"x1"]]`, "", ""},
		{`[[null]]`, "", ""},
		{`[["x1"],["x2"],["x3"]]`, "", ""},
		{`{}`, `{`, `expected rows, found {}`},
		{`[]`, `[]`, `expected 1 to 3 rows, found 0`},
		{`[[null],[null],[null],[null]]`, `[[`, `expected 1 to 3 rows, found 4`},
		{`[[]]`, `[]]`, `expected a row of 1 to 3 cells, found one of 0`},
		{`[[null,null,null,null]]`, `[null`, `expected a row of 1 to 3 cells, found one of 4`},
		{`[[null,"x1"],["x1"]]`, `["x1"]`, `expected rows of equal length, found one of 1 after one of 2`},
		{`[[null],["x1",7]]`, `7`, `expected a tag or null, found 7`},
		{`[[null],7]`, `7`, `expected a row, found 7`},
		{`[[null],["x4"]]`, `"x4"`, `expected a tag or null, found "x4"`},
		{`[[null],[nul]]`, `nul`, `expected a tag or null, found nul`},
	} {
		var r value.Reader
		r.Reset(jsontext.Value(test.text))
		b := box{2, 2, [9]tag{1, 2, 3, 1, 2, 3, 1, 2, 3}}
		form.Read(&r, &b)
		switch err := r.Err(); {
		case test.message == "" && (err != nil || string(form.Text(b)) != test.text || b.rows*b.cols < 9 && b.cells[8] != 0):
			t.Errorf("%s: %v, %v", test.text, err, b)
		case test.message != "" && (err == nil || err.Message != test.message || !strings.HasPrefix(test.text[err.Offset:], test.at)):
			t.Errorf("%s: %v, expected %q", test.text, err, test.message)
		}
	}
}

// TestFind: keys and indexes lead to a part of the text.
func TestFind(t *testing.T) {
	const text = ` {"a":[1,{"b":2}, [3] ],"c": null}`
	var r value.Reader
	for _, test := range []struct {
		path []any
		at   string
	}{
		{nil, `{"a"`},
		{[]any{"a"}, `[1`},
		{[]any{"a", 0}, `1,`},
		{[]any{"a", 1, "b"}, `2}`},
		{[]any{"a", 2, 0}, `3]`},
		{[]any{"c"}, `null`},
	} {
		r.Reset(jsontext.Value(text))
		if at := r.Find(test.path...); !strings.HasPrefix(text[at:], test.at) {
			t.Errorf("%v: %s", test.path, text[at:])
		}
	}
}

// TestTies: a key that follows an option is unknown without it, which is said, and no suggestion.
func TestTies(t *testing.T) {
	var p parcel
	var r value.Reader
	r.Knows = func(name string) bool { return name != tie }
	r.Reset(jsontext.Value(aParcel))
	if things.parcel.Read(&r, &p); r.Err() == nil || r.Err().Message != `unknown key "insured" in a parcel (option `+tie+` allows it)` {
		t.Error(r.Err())
	}
	r.Reset(jsontext.Value(strings.Replace(aParcel, "insured", "insure", 1)))
	if things.parcel.Read(&r, &p); r.Err() == nil || strings.Contains(r.Err().Message, "insured") {
		t.Error(r.Err())
	}
	r.Knows = nil
	r.Reset(jsontext.Value(aParcel))
	if things.parcel.Read(&r, &p); r.Err() != nil || p.insured != 7 || !strings.HasPrefix(aParcel[p.begins:], "30") {
		t.Error(r.Err(), p)
	}
}

// TestReadAgain: a value that is read into an old one keeps nothing of it, and its lists
// need no more memory.
func TestReadAgain(t *testing.T) {
	var all []parcel
	again := func(text string) {
		var r value.Reader
		r.Reset(jsontext.Value(text))
		if things.all.Read(&r, &all); r.Err() != nil {
			t.Fatal(r.Err())
		}
	}
	long, short := good["parcels"][1], `[`+good["parcel"][1]+`]`
	again(long)
	again(short)
	if got := string(things.all.Text(all)); got != short {
		t.Errorf("%s, expected %s", got, short)
	}
	again(long)
	r := new(value.Reader)
	text := jsontext.Value(long)
	if n := testing.AllocsPerRun(100, func() {
		r.Reset(text)
		things.all.Read(r, &all)
	}); n > 2 { // the owners, which are strings
		t.Errorf("%v allocations", n)
	}
}

// published compiles the schema files of the book by the library.
func published(t testing.TB) map[string]*jsonschema.Schema {
	compiler := jsonschema.NewCompiler()
	compiler.LoadURL = func(url string) (io.ReadCloser, error) {
		name := strings.TrimSuffix(strings.TrimPrefix(url, schemas.Base+"shelf/"), schemas.Suffix)
		file := things.book.File(name)
		if file == nil {
			return nil, fmt.Errorf("no file %s", url)
		}
		return io.NopCloser(bytes.NewReader(file)), nil
	}
	all := map[string]*jsonschema.Schema{}
	for _, name := range things.book.Names() {
		s, err := compiler.Compile(schemas.Base + "shelf/" + name + schemas.Suffix)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = s
	}
	return all
}

// agree tells whether decoder and published schema think the same of a text.
func agree(t interface{ Fatalf(string, ...any) }, set map[string]*jsonschema.Schema, name, text string) {
	d := stdjson.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	valid := set[name].Validate(v)
	if _, err := readNamed(name, text); (err != nil) != (valid != nil) {
		t.Fatalf("%s: %s\nthe decoder says %v, the schema %v", name, text, err, valid)
	}
}

// TestAgreesWithSchema changes good values here and there: the decoder refuses what the
// published schema refuses, and nothing else.
func TestAgreesWithSchema(t *testing.T) {
	set := published(t)
	names := slices.Sorted(maps.Keys(good))
	if !slices.Equal(names, slices.Sorted(slices.Values(things.book.Names()))) {
		t.Fatal("not every value has a text")
	}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(names).Draw(t, "name")
		var v any
		if err := stdjson.Unmarshal([]byte(rapid.SampledFrom(good[name]).Draw(t, "text")), &v); err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 2).Draw(t, "changes") {
			v = changed(t, v)
		}
		text, err := stdjson.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		agree(t, set, name, string(text))
	})
}

// others are values to put in place of another one.
var others = []any{
	nil, true, false, 0.0, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0, 31.0, -1.0, 1.5, "", "red", "small", "none", "letter", "book", "milk", "ada", "Ada",
	[]any{},
	[]any{1.0, 2.0},
	[]any{1.0},
	map[string]any{},
	map[string]any{"pages": 3.0},
	map[string]any{"liters": 3.0, "of": "milk"},
	map[string]any{"kind": "book", "pages": 1.0},
	map[string]any{"red": 1.0},
}

// changed changes a value in one place.
func changed(t *rapid.T, v any) any {
	switch v := v.(type) {
	case []any:
		switch i := rapid.IntRange(-2, len(v)-1).Draw(t, "element"); i {
		case -2:
		case -1:
			return append(slices.Clone(v), rapid.SampledFrom(others).Draw(t, "one more"))
		default:
			list := slices.Clone(v)
			list[i] = changed(t, list[i])
			return list
		}
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		object := maps.Clone(v)
		switch i := rapid.IntRange(-2, len(keys)-1).Draw(t, "member"); {
		case i == -2:
		case i == -1:
			object[rapid.SampledFrom([]string{"color", "lent", "insured", "pages", "of", "kind", "red", "since", "x"}).Draw(t, "key")] = rapid.SampledFrom(others).Draw(t, "one more")
			return object
		case rapid.Bool().Draw(t, "without"):
			delete(object, keys[i])
			return object
		default:
			object[keys[i]] = changed(t, object[keys[i]])
			return object
		}
	}
	return rapid.SampledFrom(others).Draw(t, "instead")
}

// notOurs are numbers of which the two think otherwise: 1.0 and 1e0 are integers for the
// library and not in the wire formats, and the decoder has no numbers without end.
var notOurs = regexp.MustCompile(`[0-9][.eE]|[0-9]{16}`)

// FuzzRead reads whatever is JSON: decoder and schema agree, and what is read is
// written so that it is read as the same again.
func FuzzRead(f *testing.F) {
	set := published(f)
	names := things.book.Names()
	for i, name := range names {
		for _, text := range good[name] {
			f.Add(uint8(i), text)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		if len(text) > 1<<12 || !jsontext.Value(text).IsValid() {
			return
		}
		name := names[int(which)%len(names)]
		if notOurs.MatchString(text) {
			return
		}
		agree(t, set, name, text)
		written, err := readNamed(name, text)
		if err != nil {
			return
		}
		if again, err := readNamed(name, written); err != nil || again != written {
			t.Fatalf("%s is written as %s, and that as %s, %v", text, written, again, err)
		}
	})
}

// The values of another game that does not exist: what lies in a cellar, with one of each
// further way in which a value can be described.
type (
	bottleID uint8
	shelfAt  struct{ row, place, depth int8 }
	bottle   struct {
		id    bottleID
		year  int
		size  int
		at    shelfAt
		notes []string // nil if nobody has tasted it
	}
	order struct {
		kind   uint8
		bottle bottle
		ids    []bottleID
	}
	search struct {
		id                bottleID
		year, least, most int
		atID, atYear      int
		atLeast, atMost   int
	}
)

// cellar has the values of that game, a function for each, which reads a text and writes
// it again.
type cellar struct {
	book *value.Book
	read map[string]func(text string) (string, error)
}

func into[T any](c *cellar, name string, t value.Type[T]) value.Type[T] {
	c.read[name] = func(text string) (string, error) { return read(t, text) }
	return value.Define(c.book, name, strings.ToUpper(name[:1])+name[1:], "What lies in a cellar.", t)
}

func describeCellar() *cellar {
	c := &cellar{book: value.NewBook("shelf"), read: map[string]func(string) (string, error){}}
	id := into(c, "id", value.Word[bottleID](`a bottle, "r1", "r2" or "w1"`, "", []string{"r1", "r2", "w1"}).Clause("CE-01").Expects("a bottle"))
	into(c, "label", value.Word[bottleID]("a label", "", []string{"r1", "r2"}).Matching("^r[12]$"))
	into(c, "empty", value.Constant[struct{}]("empty"))
	size := into(c, "size", value.IntAmong("5, 10 or 20", "CE-02", []int{5, 10, 20}))
	year := into(c, "year", value.IntOrNull("a year or null", "CE-03", 1900, 1999, -1))
	depth := value.Range{Expected: "a depth of 0 or 1", Most: 1}
	ten := value.Range{Expected: "a place from 1 to 10", Least: 1, Most: 10}
	place := into(c, "place", value.Ints("a place [row, place, depth]", "", []value.Range{ten, ten, depth},
		func(s *shelfAt) (row, place, depth int) { return int(s.row), int(s.place), int(s.depth) },
		func(s *shelfAt, row, place, depth int) { *s = shelfAt{int8(row), int8(place), int8(depth)} }))
	into(c, "span", value.Ints("two places", "CE-04", []value.Range{ten, ten},
		func(s *shelfAt) (row, place, _ int) { return int(s.row), int(s.place), 0 },
		func(s *shelfAt, row, place, _ int) { *s = shelfAt{row: int8(row), place: int8(place)} }))
	text := value.Text("a note", "^[a-z]+$", lower)
	notes := into(c, "notes", value.Maybe("notes or null", "CE-05", value.List("an array of notes", "", text, value.Size{Min: 1}),
		func(list *[]string) bool { return *list == nil }))
	into(c, "tasted", value.Bool().Clause("CE-05"))
	many := func(n int) (clause, message string) {
		return "CE-06", fmt.Sprintf("expected 1 to 3 bottles, found %d", n)
	}
	into(c, "row", value.Counted("a row", "", id, value.Size{Min: 1, Max: 3}, many))
	ids := into(c, "ids", value.Different("an array of bottles", "CE-07", id, value.Size{Min: 1, Max: 3}, many,
		func(id bottleID) (clause, message string) {
			return "CE-07", fmt.Sprintf("expected different bottles, found %d again", id)
		}))
	into(c, "rack", value.InOrder("the bottles", "CE-10", id, 3, func(id *bottleID) int { return int(*id) }))
	into(c, "age", value.From("an age from 1", "CE-11", 1))
	words := []string{"lay", "fetch"}
	form := func(kind uint8, members ...value.Member[order]) value.Case[order] {
		members = append([]value.Member[order]{value.Own("do", value.Constant[order](words[kind]))}, members...)
		return value.Case[order]{
			Type: value.Object("an order to "+words[kind], "", members...).Says("An order."),
			Is:   func(o *order) bool { return o.kind == kind },
			Set:  func(o *order) { *o = order{kind: kind, ids: o.ids[:0]} },
		}
	}
	object := value.Object("a bottle", "",
		value.Key("id", id, func(b *bottle) *bottleID { return &b.id }),
		value.Key("year", year, func(b *bottle) *int { return &b.year }),
		value.Key("size", size, func(b *bottle) *int { return &b.size }),
		value.Key("at", place, func(b *bottle) *shelfAt { return &b.at }),
		value.Key("notes", notes, func(b *bottle) *[]string { return &b.notes }))
	into(c, "order", value.Tagged("an order", "do", "something to do", words,
		form(0, value.Key("bottle", object, func(o *order) *bottle { return &o.bottle })),
		form(1, value.Key("ids", ids, func(o *order) *[]bottleID { return &o.ids }))))
	into(c, "found", value.OrFalse("false or a bottle", "CE-08", object,
		func(b *bottle) bool { return b.size > 0 }, func(b *bottle, _ bool) { *b = bottle{} }))
	number := value.Int("a year", "", 1900, 1999)
	members := []value.Member[search]{
		value.Key("id", id, func(s *search) *bottleID { return &s.id }).At(func(s *search) *int { return &s.atID }),
		value.Key("year", number, func(s *search) *int { return &s.year }).At(func(s *search) *int { return &s.atYear }),
		value.Key("least", number, func(s *search) *int { return &s.least }).At(func(s *search) *int { return &s.atLeast }),
		value.Key("most", number, func(s *search) *int { return &s.most }).At(func(s *search) *int { return &s.atMost }),
	}
	into(c, "search", value.Keyed("a search", func(s *search) { *s = search{} }, members,
		func(r *value.Reader, s *search, at int) {
			one, span := s.atID > 0 && s.atYear > 0, s.atLeast > 0 && s.atMost > 0
			if one == span || one && s.atLeast+s.atMost > 0 || span && s.atID+s.atYear > 0 {
				r.Fail(at, "CE-09", "expected a bottle with a year, or a span of years")
			}
		},
		value.Case[search]{Type: value.Object("a search", "", members[:2]...).Says("One."), Is: func(s *search) bool { return s.least == 0 }},
		value.Case[search]{Type: value.Object("a search", "", members[2:]...).Says("All."), Is: func(s *search) bool { return s.least > 0 }}).
		Expects("a search, for one or all"))
	return c
}

// TestCellar: what has the form is written as it was, and the published schema takes it; of
// what has not, the first mistake is told with its place and its clause, and the schema
// refuses it.
func TestCellar(t *testing.T) {
	c := describeCellar()
	if got := c.book.Names(); len(got) != len(c.read) {
		t.Fatal(got)
	}
	compiler := jsonschema.NewCompiler()
	compiler.LoadURL = func(url string) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(c.book.File(strings.TrimSuffix(strings.TrimPrefix(url, schemas.Base+"shelf/"), schemas.Suffix)))), nil
	}
	const laid = `{"id":"r1","year":null,"size":5,"at":[1,10,0],"notes":null}`
	for _, test := range []struct{ name, text, at, message, clause string }{
		{"id", `"w1"`, "", "", ""},
		{"id", `"r3"`, `"r3"`, `expected a bottle, "r1", "r2" or "w1", found "r3"`, ""},
		{"id", `"\u00e9"`, `"\u`, `expected a bottle, "r1", "r2" or "w1", found "\u00e9"`, ""},
		{"id", `1`, `1`, `expected a bottle, "r1", "r2" or "w1", found 1`, ""},
		{"label", `"r2"`, "", "", ""},
		{"label", `"r3"`, `"r3"`, `expected a label, found "r3"`, ""},
		{"empty", `"empty"`, "", "", ""},
		{"empty", `"full"`, `"full"`, `expected "empty", found "full"`, ""},
		{"empty", `null`, `null`, `expected "empty", found null`, ""},
		{"size", `10`, "", "", ""},
		{"size", `21`, `21`, `expected 5, 10 or 20, found 21`, ""},
		{"size", ` 6`, `6`, `expected 5, 10 or 20, found 6`, ""},
		{"year", `1950`, "", "", ""},
		{"year", `null`, "", "", ""},
		{"year", `1899`, `1899`, `expected a year or null, found 1899`, ""},
		{"year", `false`, `false`, `expected a year or null, found false`, ""},
		{"place", `[1,10,1]`, "", "", ""},
		{"place", `[1,11,2]`, `11`, `expected a place from 1 to 10, found 11`, ""},
		{"place", `[1,10,2]`, `2]`, `expected a depth of 0 or 1, found 2`, ""},
		{"place", `[1,10]`, `[`, `expected a place [row, place, depth], found an array of 2`, ""},
		{"place", `[1,10,1,"x"]`, `[`, `expected a place [row, place, depth], found an array of 4`, ""},
		{"span", `[3,4]`, "", "", ""},
		{"span", `[3,4,5]`, `[`, `expected two places, found an array of 3`, ""},
		{"notes", `["dry"]`, "", "", ""},
		{"notes", `null`, "", "", ""},
		{"notes", `["Dry"]`, `"Dry"`, `expected a note, found "Dry"`, ""},
		{"notes", `0`, `0`, `expected an array of notes or null, found 0`, ""},
		{"tasted", `true`, "", "", ""},
		{"tasted", `"x"`, `"x"`, `expected true or false, found "x"`, ""},
		{"row", `["r1","r1","w1"]`, "", "", ""},
		{"row", `[]`, `[]`, `expected 1 to 3 bottles, found 0`, "CE-06"},
		{"row", `["r1","r1","r1","r1","r1"]`, `["r1"`, `expected 1 to 3 bottles, found 5`, "CE-06"},
		{"row", `["r1","r1","r1","r1","x"]`, `"x"`, `expected a bottle, "r1", "r2" or "w1", found "x"`, ""},
		{"row", `{}`, `{}`, `expected a row, found {}`, ""},
		{"ids", `["w1","r1"]`, "", "", ""},
		{"ids", `["w1","r1","w1",7]`, `"w1",7`, `expected different bottles, found 2 again`, "CE-07"},
		{"ids", `[]`, `[]`, `expected 1 to 3 bottles, found 0`, "CE-06"},
		{"rack", `["r1","r2","w1"]`, "", "", ""},
		{"rack", `["r1","r2"]`, `[`, `expected 3 elements, found 2`, ""},
		{"age", `4000000000`, "", "", ""},
		{"age", `0`, `0`, `expected an age from 1, found 0`, ""},
		{"order", `{"do":"lay","bottle":` + laid + `}`, "", "", ""},
		{"order", `{"do":"fetch","ids":["r1"]}`, "", "", ""},
		{"order", `{"do":"drink","ids":["r1"]}`, `"drink"`, `expected something to do, found "drink"`, ""},
		{"order", `{"do":7}`, `7`, `expected something to do, found 7`, ""},
		{"order", `{"ids":["r1"]}`, `{`, `missing key "do" in an order`, ""},
		{"order", `{"ids":["r1"],"do":"lay"}`, `"ids"`, `unknown key "ids" in an order to lay`, ""},
		{"order", `{"do":"fetch"}`, `{`, `missing key "ids" in an order to fetch`, ""},
		{"order", `[]`, `[]`, `expected an order, found []`, ""},
		{"found", laid, "", "", ""},
		{"found", `false`, "", "", ""},
		{"found", `true`, `true`, `expected a bottle, found true`, ""},
		{"search", `{"id":"r1","year":1950}`, "", "", ""},
		{"search", `{"least":1950,"most":1951}`, "", "", ""},
		{"search", `{}`, `{`, `expected a bottle with a year, or a span of years`, "CE-09"},
		{"search", `{"id":"r1","most":1950}`, `{`, `expected a bottle with a year, or a span of years`, "CE-09"},
		{"search", `{"id":"r1","year":1950,"most":1950}`, `{`, `expected a bottle with a year, or a span of years`, "CE-09"},
		{"search", `{"id":"r1","year":1}`, `1}`, `expected a year, found 1`, ""},
		{"search", `{"id":"r1","yaer":1950}`, `"yaer"`, `unknown key "yaer" in a search (did you mean "year"?)`, ""},
		{"search", `3`, `3`, `expected a search, found 3`, ""},
	} {
		schema, err := compiler.Compile(schemas.Base + "shelf/" + test.name + schemas.Suffix)
		if err != nil {
			t.Fatal(err)
		}
		d := stdjson.NewDecoder(strings.NewReader(test.text))
		d.UseNumber()
		var tree any
		if err := d.Decode(&tree); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(tree); (err != nil) != (test.message != "") {
			t.Errorf("%s: %s: the schema says %v", test.name, test.text, err)
		}
		if test.message == "" {
			if got, err := c.read[test.name](test.text); err != nil || got != test.text {
				t.Errorf("%s: %s: %s, %v", test.name, test.text, got, err)
			}
			continue
		}
		var r value.Reader
		r.Reset(jsontext.Value(test.text))
		c.book.Read(test.name, &r)
		if e := r.Err(); e == nil || e.Message != test.message || e.Clause != test.clause || !strings.HasPrefix(test.text[e.Offset:], test.at) {
			t.Errorf("%s: %s: %+v, expected %q (%s) at %s", test.name, test.text, e, test.message, test.clause, test.at)
		}
	}
}

// TestCellarOrder: elements in another order break the clause that the array names.
func TestCellarOrder(t *testing.T) {
	var r value.Reader
	r.Reset(jsontext.Value(`["r1","w1","r2"]`))
	describeCellar().book.Read("rack", &r)
	if e := r.Err(); e == nil || e.Clause != "CE-10" || e.Offset != len(`["r1",`) {
		t.Errorf("%+v", e)
	}
}

// TestCellarAgain: a list that is read again keeps its memory, as do its elements.
func TestCellarAgain(t *testing.T) {
	id := value.Word[bottleID]("a bottle", "", []string{"r1", "r2"})
	none := func(int) (clause, message string) { return "", "" }
	rows := value.Counted("rows", "", value.Counted("a row", "", id, value.Size{Max: 9}, none), value.Size{Max: 3}, none)
	long, short := `[["r1","r2"],["r2"],["r1","r1","r1"]]`, `[["r2"],[]]`
	var list [][]bottleID
	r := new(value.Reader)
	again := func(text string) {
		r.Reset(jsontext.Value(text))
		rows.Read(r, &list)
	}
	again(long)
	again(short)
	if got := string(rows.Text(list)); got != short {
		t.Errorf("%s, expected %s", got, short)
	}
	if keys := value.Object("one", "", value.Key("row", rows, func(l *[][]bottleID) *[][]bottleID { return l })).Keys(); !slices.Equal(keys, []string{"row"}) {
		t.Error(keys)
	}
	if got := string(id.Text(0xFF)); got != "null" {
		t.Error(got)
	}
	text := jsontext.Value(long)
	if n := testing.AllocsPerRun(100, func() {
		r.Reset(text)
		rows.Read(r, &list)
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
