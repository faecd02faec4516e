package bazar_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/bazar"
)

// FuzzCheck reads anything as any value: nothing panics, and what is refused is
// refused at a place inside the text.
func FuzzCheck(f *testing.F) {
	r := configured(f)
	for i, v := range bazar.Game().Values {
		f.Add(uint8(i), []byte(`{}`))
		f.Add(uint8(i), []byte(roundOne))
		for _, task := range bazar.Game().Tasks {
			for k, p := range task.In {
				if p.Value == v.Name {
					f.Add(uint8(i), []byte(r.Generate(task.Name, seeded(i), 40)[min(k, 1)]))
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		if !jsontext.Value(text).IsValid() {
			return
		}
		err := r.Check(bazar.Game().Values[int(which)%len(bazar.Game().Values)].Name, text)
		var invalid *game.Invalid
		if err != nil && (!errors.As(err, &invalid) || invalid.Offset < 0 || invalid.Offset >= len(text) || invalid.Message == "") {
			t.Errorf("%#v", err)
		}
	})
}

// FuzzMove judges anything: nothing panics, what is legal leaves a State that is
// valid input, and what is illegal has a known code and an explanation.
func FuzzMove(f *testing.F) {
	for seed := range 40 {
		in := configured(f).Generate("move", seeded(seed), seed*2)
		f.Add(uint8(seed), []byte(in[0]), []byte(in[1]))
	}
	f.Fuzz(func(t *testing.T, which uint8, state, request []byte) {
		in := []jsontext.Value{state, request}
		if !in[0].IsValid() || !in[1].IsValid() {
			return
		}
		r := configured(t, optionSets[int(which)%len(optionSets)]...)
		var out game.Output
		if err := r.Oracle("move")(in, &out); err != nil {
			return
		}
		answer := decoded[struct {
			Legal bool
			Code  string
			State jsontext.Value
		}](t, out.Value(0))
		if !answer.Legal {
			if _, ok := bazar.Game().Code(answer.Code); !ok || r.Explain(in, answer.Code) == "" || bytes.Contains([]byte(r.Explain(in, answer.Code)), []byte("%!")) {
				t.Errorf("%s: %q", out.Value(0), r.Explain(in, answer.Code))
			}
			return
		}
		// Coins may have grown beyond what is read.
		if err := r.Check("state", answer.State); err != nil && !bytes.Contains([]byte(err.Error()), []byte("coins from 0 to 999")) {
			t.Errorf("%v\n%s", err, answer.State)
		}
	})
}

// FuzzReply calls the builtin players with anything: they refuse it or
// reply with JSON, and nothing panics.
func FuzzReply(f *testing.F) {
	r := configured(f)
	for seed := range 8 {
		live, names, _ := began(f, r, seed)
		driven(f, r, live, slices.Repeat([]string{"random"}, len(names)), func(c game.Call, reply []byte) []byte {
			for i, m := range bazar.Game().Protocol.Methods {
				if m.Name == c.Method {
					f.Add(uint8(i), []byte(c.Args[0]))
				}
			}
			return reply
		})
	}
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		method := bazar.Game().Protocol.Methods[int(which)%len(bazar.Game().Protocol.Methods)].Name
		for _, kind := range bazar.Game().Players {
			p, err := r.Live().Player(strings.Replace(kind.Name, "CODE", "not_in_hand", 1), "p", uint64(which))
			if err != nil {
				t.Fatal(err)
			}
			args := []jsontext.Value{text}
			if method == "market" {
				args = append(args, jsontext.Value(`{"guild":"red","kind":"beggar"}`), jsontext.Value(`[[5,5],[5,6]]`))
			}
			reply, err := p.Reply(method, args)
			if err == nil && !jsontext.Value(reply.Text).IsValid() {
				t.Errorf("%s: %s", method, reply.Text)
			}
		}
	})
}
