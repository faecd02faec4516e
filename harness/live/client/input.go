package client

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// FromInput makes the clients that a program of clients is told to be: the first
// value is an array of actors, each an array that begins with a name, the
// second, which may be missing, one of the names of special clients (11.1). The
// error is an *game.Invalid.
func FromInput(rules game.Rules, params []game.Param, in []jsontext.Value, seed uint64) ([]Client, error) {
	task := game.Task{In: params}
	if err := task.CheckCount(len(in)); err != nil {
		return nil, err
	}
	for i, v := range in {
		if err := rules.Check(params[i].Value, v); err != nil {
			if invalid, ok := err.(*game.Invalid); ok {
				at := *invalid
				at.Value = i
				return nil, &at
			}
			return nil, err
		}
	}
	splitter := stream.NewSplitter(stream.Limits{})
	var clients []Client
	for i, v := range in {
		elements, err := splitter.Split(v, 1)
		if err != nil {
			return nil, &game.Invalid{Value: i, Message: "expected an array"}
		}
		for _, kind := range stream.Raws(elements) {
			c, err := fromKind(rules.Live(), kind, seed+uint64(len(clients)))
			if err != nil {
				return nil, &game.Invalid{Value: i, Message: err.Error()}
			}
			clients = append(clients, c)
		}
	}
	return clients, nil
}

// fromKind makes a client of an actor or of the name of a special one.
func fromKind(live game.Live, kind jsontext.Value, seed uint64) (Client, error) {
	quoted := kind
	if kind.Kind() == '[' {
		elements, err := stream.NewSplitter(stream.Limits{}).Split(kind, 1)
		if err != nil || len(elements) == 0 {
			return Client{}, &game.UsageError{Message: "expected a name first"}
		}
		quoted = elements[0].Raw
	}
	text, err := jsontext.AppendUnquote(nil, quoted)
	if err != nil {
		return Client{}, &game.UsageError{Message: "expected a name"}
	}
	name, what := string(text), string(kind)
	if kind.Kind() == '"' {
		what = name
	}
	c, err := New(live, what, name, seed)
	if kind.Kind() == '[' {
		c.Kind = kind
	}
	return c, err
}

// New makes a client of a builtin player.
func New(live game.Live, kind, name string, seed uint64) (Client, error) {
	p, err := live.Player(kind, name, seed)
	if err != nil {
		return Client{}, err
	}
	c := Client{Name: name, Player: p}
	if s, ok := p.(interface{ Silent() bool }); ok {
		c.Silent = s.Silent()
	}
	return c, nil
}
