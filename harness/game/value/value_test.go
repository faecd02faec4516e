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
	always := func(key, word string) value.Member[content] { return value.Own(key, value.Fixed[content](word)) }
	book := value.Object("a book", "", pages)
	bottle := value.Object("a bottle", "", liters, always("of", "milk"))
	letter := value.Fixed[content]("letter")
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
		value.Key("year", value.Number("a year", "", []int{1, 5, 9}), func(p *plan) *int { return &p.year }),
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
		{"parcel", change(`null`, `4`), `4`, `expected a shelf, found 4`, ""},
		{"parcel", change(`"weight":30,`, ``), `{"color"`, `missing key "weight" in a parcel`, ""},
		{"parcel", change(`"weight"`, `"wieght"`), `"wieght"`, `unknown key "wieght" in a parcel (did you mean "weight"?)`, ""},
		{"parcel", change(`"letter"`, `"card"`), `"card"`, `expected "letter", found "card"`, ""},
		{"parcel", change(`"letter"`, `7`), `7`, `expected a thing, found 7`, ""},
		{"parcel", change(`{"pages":12}`, `{"pages":-1}`), `-1`, `expected a number of pages, found -1`, ""},
		{"parcel", change(`{"pages":12}`, `{"leaves":1}`), `"leaves"`, `unknown key "leaves" in a bottle`, ""},
		{"pick", `0`, `0`, `expected a shelf, found 0`, ""},
		{"move", `{"pages":1}`, `{`, `missing key "kind" in a move`, ""},
		{"move", `{"kind":"box"}`, `"box"`, `expected one of ["book" "bottle"], found "box"`, ""},
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

// TestTies: a key that follows an option is unknown without it, and no suggestion.
func TestTies(t *testing.T) {
	var p parcel
	var r value.Reader
	r.Knows = func(name string) bool { return name != tie }
	r.Reset(jsontext.Value(aParcel))
	if things.parcel.Read(&r, &p); r.Err() == nil || r.Err().Message != `unknown key "insured" in a parcel` {
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
