package client

import (
	"errors"
	"fmt"
	"slices"
	"time"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/wire/fault"
)

// A Pair is the input of a live case taken apart (11.1).
type Pair struct {
	// Clients are those that connect, in their order: those that send something
	// in place of a name, while the sign-up is open for certain, then actors, then
	// the special ones. They misbehave as the pair says if they are to meet a
	// program of a server, and are as a program of clients is to be otherwise;
	// those without a name are no part of that.
	Clients []Client
	// Treatment has the faults of a server towards the clients of these names,
	// if it is to meet a program of clients.
	Treatment map[string][]fault.Fault
	// Opens is how long after the start of a program of clients its server opens the
	// port.
	Opens  time.Duration
	Given  []jsontext.Value // to a program of clients: actors and special clients
	Server []jsontext.Value // to a program of a server
}

// A guest is an element of the second value of a pair that is no special
// client.
type guest struct {
	As   string  `json:"as"`
	How  string  `json:"how"`
	Send *string `json:"send"`
	Then string  `json:"then"`
}

// FromPair takes the input of a live case apart for a program of one side. Its
// values have been accepted by the oracle of the task; the error is an
// *game.Invalid for what only we can tell, such as a fault that there is not.
// Delays of faults are on the scale.
func FromPair(g *game.Game, rules game.Rules, side game.Side, in []jsontext.Value, seed uint64, scale float64) (Pair, error) {
	n := g.Protocol.ClientValues()
	t := taker{
		rules: rules.Live(), side: side, seed: seed, scale: scale, specials: []byte("["), joins: map[string]time.Duration{},
		pair: Pair{Treatment: map[string][]fault.Fault{}, Given: []jsontext.Value{in[0]}, Server: in[n:]},
	}
	for i := 1; i < n; i++ {
		guests, err := stream.Elements(in[i])
		if err != nil {
			return t.pair, &game.Invalid{Value: i, Message: "expected an array"}
		}
		for _, raw := range guests {
			if err := t.guest(raw); err != nil {
				return t.pair, &game.Invalid{Value: i, Message: err.Error()}
			}
		}
	}
	if len(g.Protocol.Clients) > 1 {
		t.pair.Given = append(t.pair.Given, append(t.specials, ']'))
	}
	t.pair.Clients = t.openings
	actors, err := stream.Elements(in[0])
	if err != nil {
		return t.pair, &game.Invalid{Message: "expected an array"}
	}
	for i, actor := range actors {
		c, err := fromKind(t.rules, actor, seed+uint64(i))
		if faults := t.pair.Treatment[c.Name]; err == nil && side == game.Server && faults != nil {
			c, err = misbehaving(g, rules, actor, seed+uint64(i), faults)
		}
		if err != nil {
			return t.pair, &game.Invalid{Message: err.Error()}
		}
		c.Joins = t.joins[c.Name]
		t.pair.Clients = append(t.pair.Clients, c)
	}
	t.pair.Clients = append(t.pair.Clients, t.last...)
	return t.pair, nil
}

// A taker takes a pair apart.
type taker struct {
	rules game.Live
	side  game.Side // of the program
	seed  uint64
	scale float64

	pair           Pair
	openings, last []Client                 // those that connect before the actors, and behind them
	joins          map[string]time.Duration // how late actors connect, by name
	specials       jsontext.Value           // the special clients, as an array without its end
}

// guest takes an element of a later value than the first: a special client, one that sends
// something in place of a name, or the faults of an actor.
func (t *taker) guest(raw jsontext.Value) error {
	if raw.Kind() == '"' {
		if len(t.specials) > 1 {
			t.specials = append(t.specials, ',')
		}
		t.specials = append(t.specials, raw...)
		special, err := fromKind(t.rules, raw, t.seed)
		t.last = append(t.last, special)
		return err
	}
	var one guest
	if json.Unmarshal(raw, &one) != nil {
		return errors.New("expected a special client or an object")
	}
	if one.Send != nil {
		if t.side == game.Server {
			t.openings = append(t.openings, Client{Opening: &Opening{Text: *one.Send, Then: one.Then}})
		}
		return nil
	}
	faults, err := fault.Parse(one.How)
	if err != nil {
		return err
	}
	faults, late := connects(faults)
	if t.side == game.Clients {
		// How long a program takes to start is on no scale (11.1).
		t.pair.Opens = max(t.pair.Opens, late)
	} else {
		t.joins[one.As] = match.Scaled(late, t.scale)
	}
	for k := range faults {
		faults[k].Delay = match.Scaled(faults[k].Delay, t.scale)
	}
	if len(faults) > 0 {
		t.pair.Treatment[one.As] = faults
	}
	return nil
}

// connects takes the lateness of the connection out of a list of faults.
func connects(faults []fault.Fault) (others []fault.Fault, late time.Duration) {
	for _, f := range faults {
		if f.Method == fault.Connect {
			late += f.Delay
			continue
		}
		others = append(others, f)
	}
	return others, late
}

// misbehaving makes a client with faults of an actor. An actor that raises or
// never returns plays well but for the fault, which strikes at that call unless
// it says where itself.
func misbehaving(g *game.Game, rules game.Rules, actor jsontext.Value, seed uint64, faults []fault.Fault) (Client, error) {
	parts, err := stream.Elements(actor)
	if err != nil {
		return Client{}, err
	}
	c, err := fromKind(rules.Live(), actor, seed)
	if err != nil {
		return Client{}, err
	}
	if method := failsIn(g, parts); method != "" {
		// By its own name it might play one of the tricks that names stand for.
		if c, err = New(rules.Live(), fmt.Sprintf("[%q,%s]", playsWell, parts[1]), c.Name, seed); err != nil {
			return Client{}, err
		}
		nth := 0
		if len(parts) > 3 {
			// The rules have accepted it as a number.
			_ = json.Unmarshal(parts[3], &nth)
		}
		for i := range faults {
			if faults[i].Method == "" {
				faults[i].Method, faults[i].Nth = method, nth
			}
		}
	}
	c.Faults = faults
	return c, nil
}

// playsWell is a name that stands for no trick.
const playsWell = "x"

// Lenient tells whether the options let count what a client of the pair replies in
// place of failing, so that it does not fail, and the rules, who take it for an actor
// that does, do not know the outcome (quirk Q6 of The Bazaar Game).
func Lenient(g *game.Game, rules game.Rules, in []jsontext.Value) bool {
	lenient := rules.Live().SignUp().Lenient
	pair, err := FromPair(g, rules, game.Server, in, 0, 1)
	if err != nil || len(lenient) == 0 {
		return false
	}
	counts := func(f fault.Fault) bool {
		text := jsontext.Value(f.Text)
		return slices.Contains(lenient, f.Method) && (f.Kind == fault.Shape || f.Kind == fault.Text && text.IsValid() && text.Kind() != '[')
	}
	actors, _ := stream.Elements(in[0]) // FromPair has read them
	return slices.ContainsFunc(actors, func(actor jsontext.Value) bool {
		parts, err := stream.Elements(actor)
		if err != nil || !slices.Contains(lenient, failsIn(g, parts)) {
			return false
		}
		name, err := jsontext.AppendUnquote(nil, parts[0])
		return err == nil && slices.ContainsFunc(pair.Treatment[string(name)], counts)
	})
}

// Foreseen refuses a pair with a fault of which the rules do not know what
// becomes, who take clients for the actors that they are. Faults that leave the
// values of a client as they are, and in time, go with actors that do not fail;
// with one that fails in a method goes what spoils the reply to that; JSON of
// another shape and the end of the connection do not where the options let them
// count. The pair has been taken by the oracle of its task; the error is a
// *game.Invalid.
func Foreseen(g *game.Game, rules game.Rules, side game.Side, in []jsontext.Value) error {
	if _, err := FromPair(g, rules, side, in, 0, 1); err != nil || side != game.Server {
		return err
	}
	actors, err := stream.Elements(in[0])
	if err != nil {
		return &game.Invalid{Message: "expected an array"}
	}
	fails := make(map[string]string)
	for _, actor := range actors {
		c, err := fromKind(rules.Live(), actor, 0)
		if err != nil {
			return &game.Invalid{Message: err.Error()}
		}
		parts, err := stream.Elements(actor)
		if err != nil {
			continue // it is but a name
		}
		fails[c.Name] = failsIn(g, parts)
	}
	signUp := rules.Live().SignUp()
	for i := 1; i < g.Protocol.ClientValues(); i++ {
		guests, _ := stream.Elements(in[i]) // FromPair has read them
		for _, raw := range guests {
			var one guest
			if raw.Kind() != '{' || json.Unmarshal(raw, &one) != nil || one.Send != nil {
				continue
			}
			if message := one.unforeseen(signUp, fails[one.As]); message != "" {
				return &game.Invalid{Value: i, Message: message}
			}
		}
	}
	return nil
}

// unforeseen says why the rules do not know what becomes of a guest with its faults, ""
// if they do. Fails is the method in which its actor fails, "" for none.
func (k *guest) unforeseen(signUp game.SignUp, fails string) string {
	soon := time.Duration(min(signUp.NameMs, signUp.CallMs)) * time.Millisecond
	late := time.Duration(signUp.CallMs) * time.Millisecond
	// A client that comes before the end of the last wait can sign up.
	open := time.Duration(signUp.WaitMs*(signUp.Waits-1)) * time.Millisecond
	faults, _ := fault.Parse(k.How) // FromPair has read them
	strikes := false
	for _, f := range faults {
		if f.Method == fault.Connect && f.Kind == fault.Late && f.Delay < open {
			continue
		}
		spoils := fails != "" && f.Method == "" && f.Spoils(late) &&
			!(f.Kind == fault.Shape && slices.Contains(signUp.Lenient, fails)) &&
			!(f.Leaves() && slices.Contains(signUp.Leavable, fails))
		strikes = strikes || spoils
		if !spoils && !f.Harmless(soon) {
			return fmt.Sprintf("the rules do not say what happens to %s if it is %q", k.As, k.How)
		}
	}
	if fails != "" && !strikes {
		return fmt.Sprintf("%s fails in %s, but %q does not make it fail", k.As, fails, k.How)
	}
	return ""
}

// failsIn is the method in which an actor raises or never returns, or "".
func failsIn(g *game.Game, parts []jsontext.Value) string {
	if len(parts) < 3 {
		return ""
	}
	text, err := jsontext.AppendUnquote(nil, parts[2])
	if err != nil {
		return ""
	}
	for _, m := range g.Protocol.Methods {
		if m.Name == string(text) {
			return m.Name
		}
	}
	return ""
}
