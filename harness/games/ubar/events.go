package ubar

import "github.com/go-json-experiment/json/jsontext"

// Events returns what has happened since it was last asked.
func (f *referee) Events() []jsontext.Value {
	list := f.events
	f.events = nil
	return list
}

// tell notes an event: its name, then keys and values in turn. A string is a
// word, bytes are JSON text.
func (f *referee) tell(event string, fields ...any) {
	out := appendWord([]byte(`{"event":`), event)
	for i := 0; i+1 < len(fields); i += 2 {
		out = append(out, ',')
		out = appendWord(out, fields[i].(string))
		out = append(out, ':')
		switch v := fields[i+1].(type) {
		case string:
			out = appendName(out, v)
		case bool:
			out = appendBool(out, v)
		case int:
			out = appendInt(out, v)
		case []byte:
			out = append(out, v...)
		case jsontext.Value:
			out = append(out, v...)
		}
	}
	f.events = append(f.events, append(out, '}'))
}

// tellCall tells how a call before or after the turns went.
func (f *referee) tellCall(seat int, ok bool) {
	switch f.stage {
	case showing:
		f.tell("setup", "player", f.names[seat], "ok", ok)
	case telling:
		won := false
		for _, i := range f.won {
			won = won || i == seat
		}
		f.tell("result", "player", f.names[seat], "won", won, "ok", ok)
	}
}

// tellRound tells of a new round, before its first turn.
func (f *referee) tellRound() {
	if f.round > 0 && f.round != f.state.round {
		f.tell("round", "round", f.state.round, "state", appendState(nil, f.state))
	}
	f.round = f.state.round
}
