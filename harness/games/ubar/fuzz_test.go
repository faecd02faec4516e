package ubar_test

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/ubar"
)

// FuzzValues gives every decoder any text: it takes it or says where it does
// not, and never panics.
func FuzzValues(f *testing.F) {
	r := configured(f)
	var names []string
	for _, v := range ubar.Game().Values {
		names = append(names, v.Name)
	}
	for _, task := range ubar.Game().Tasks {
		for i := range 5 {
			for k, raw := range r.Generate(task.Name, seeded(i), 20*i) {
				name := task.In[min(k, len(task.In)-1)].Value
				f.Add(uint8(slices.Index(names, name)), []byte(raw))
			}
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		raw := jsontext.Value(text)
		if int(which) >= len(names) || !raw.IsValid() {
			return
		}
		err := r.Check(names[which], raw)
		var invalid *game.Invalid
		if err != nil && (!errors.As(err, &invalid) || invalid.Offset < 0 || invalid.Offset >= len(raw) || invalid.Message == "") {
			t.Fatalf("%s %s: %#v", names[which], raw, err)
		}
	})
}

// manyCoins are more than 9999.
var manyCoins = regexp.MustCompile(`"coins":\d{5}`)

// FuzzMove judges any request in any state: an illegal one is explained, a legal
// one leads to a valid state that is written as it is read.
func FuzzMove(f *testing.F) {
	r := configured(f)
	for i := range 30 {
		in := r.Generate("move", seeded(i), 3*i)
		f.Add([]byte(in[0]), []byte(in[1]))
	}
	f.Fuzz(func(t *testing.T, state, request []byte) {
		in := []jsontext.Value{state, request}
		if !in[0].IsValid() || !in[1].IsValid() {
			return
		}
		var out game.Output
		if err := r.Oracle("move")(in, &out); err != nil {
			if invalid := (*game.Invalid)(nil); !errors.As(err, &invalid) {
				t.Fatalf("%#v", err)
			}
			return
		}
		var got struct {
			Legal bool
			Code  string
			State jsontext.Value
		}
		decode(t, out.Value(0), &got)
		if !got.Legal {
			if r.Explain(in, got.Code) == got.Code {
				t.Fatalf("%s is not explained", got.Code)
			}
			return
		}
		if manyCoins.Match(got.State) {
			return // coins may grow beyond what a state that is read may have
		}
		var again game.Output
		if err := r.Oracle("play")([]jsontext.Value{got.State}, &again); err != nil || !bytes.Equal(again.Value(1), got.State) {
			t.Fatalf("%v\n%s\n%s", err, got.State, again.Buf)
		}
	})
}

// FuzzReply gives a referee any reply: the game goes on or ends, and who is out
// stays out.
func FuzzReply(f *testing.F) {
	r := configured(f)
	l := r.Live()
	in := r.Generate("setup", seeded(1), 50)
	seats, err := l.Seats(in)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`{"type":"draft","player":0,"take":[0,0],"place":[0,1],"target":null,"skip":[],"dumps":[]}`))
	f.Add([]byte(`{"type":"sell","player":1,"goods":{}}`))
	f.Add([]byte(`"void"`))
	f.Fuzz(func(t *testing.T, reply []byte) {
		referee, err := l.Referee(in, allNames[:seats.Least])
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; ; n++ {
			due := referee.Calls()
			if len(due) == 0 {
				break
			}
			text := reply
			if due[0].Method != "take-turn" {
				text = []byte(`"void"`)
			}
			referee.Answer(due[0].Seat, text)
			if n > 200 {
				t.Fatal("the game does not end")
			}
		}
		if out := referee.Result(); len(out) != 1 || !out[0].IsValid() {
			t.Fatalf("%s", out)
		}
	})
}
