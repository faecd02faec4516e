package live

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/live/client"
	"github.com/touchstone-harness/touchstone/harness/live/match"
	"github.com/touchstone-harness/touchstone/harness/live/wire"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// doubles follow a program of clients from our server's side: for each of its
// connections a client of our own reads what the server sends, and what the
// program sends is compared with what that one would.
type doubles struct {
	record
	stage   *Stage
	in      []jsontext.Value // of the case
	seed    uint64
	clients []client.Client
	judges  map[string]*judge.Judge
	conns   []*double // in the order of accept
	wrote   time.Time // when the output was complete
}

// A double is the client of our own for one connection.
type double struct {
	number  int
	client  *client.Client
	begin   time.Time
	lined   bool     // a line feed came behind the last call
	in      reader   // what the client gets
	out     reader   // what comes from it
	raw     *literal // the same, from when text is due that is no value
	named   bool
	met     map[string]bool // methods that were called
	expects []expectation
	silent  bool      // it never sends anything more
	gone    bool      // it has to close the connection
	since   time.Time // when that became so
	gaveUp  bool      // since what came was no call
	excused bool      // the server has called out of order, behind which nothing is judged
	over    bool      // the connection is closed
	calls   []taken   // of the server, with the replies that are right
	doubt   *Finding  // of a reply that may be as illegal as the right one
	chance  bool      // its last reply is another one than ours, and was left to chance
	replied answered  // its last reply
	before  answered  // the one before that
}

// An answered is a call with the reply of a program.
type answered struct {
	method string
	value  jsontext.Value
}

// again is a hint about an illegal reply that is the same as the one before to such a call, ""
// if it is not. Values without parts are often the same by chance.
func (a answered) again(before answered) string {
	kind := a.value.Kind()
	if kind != '{' && kind != '[' || a.method != before.method || !bytes.Equal(a.value, before.value) {
		return ""
	}
	return fmt.Sprintf("; hint: the reply before this one, to %s as well, was the same: reply to what the call shows now", a.method)
}

// An expectation is what a client has to do with a call.
type expectation struct {
	method string
	game.Reply
	at    time.Time // when the call was sent
	calls int       // of the client, this one included
	raw   bool      // the reply is text that is no value
}

func newDoubles(s *Stage, p *client.Pair, in []jsontext.Value, seed uint64) *doubles {
	d := &doubles{record: s.newRecord(), stage: s, in: in, seed: seed, clients: p.Clients, judges: map[string]*judge.Judge{}}
	for _, m := range d.protocol.Methods {
		fields := make([]game.Field, len(m.Replies))
		for i, f := range m.Replies {
			f.Pointer = "/0" + f.Pointer
			fields[i] = f
		}
		d.judges[m.Name] = judge.New(game.Task{Out: []game.Param{m.Reply}, Fields: fields}, judge.Strict, s.Explain)
	}
	return d
}

// connected implements witness.
func (d *doubles) connected(number int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.last = d.now()
	k := &double{number: number, begin: d.last, met: map[string]bool{}}
	d.conns = append(d.conns, k)
	d.readers = append(d.readers, &k.in, &k.out)
	if number > len(d.clients) {
		k.excused = true
		d.wrong(game.OnAccepted, "connection %d is one too many: the case has %s", number, text.Count(len(d.clients), "client"))
		return
	}
	k.client = &d.clients[number-1]
	k.named = k.client.Silent
	k.silent = k.client.Silent
}

// wrong finds something that the program has done, by the clause of what happens
// to the connection.
func (d *doubles) wrong(on, format string, args ...any) {
	d.find(Finding{
		Outcome: judge.ProtocolError, Clause: d.protocol.ClauseOn(on), Number: d.messages, Message: fmt.Sprintf(format, args...),
	})
}

// sent implements witness: the server has sent something.
func (d *doubles) sent(number int, p []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.last = d.now()
	d.decide()
	k := d.conns[number-1]
	before := k.in.err
	k.lined = bytes.HasSuffix(p, []byte("\n"))
	k.in.feed(p, func(v jsontext.Value) {
		d.count()
		d.call(k, v)
	})
	if before == nil && k.in.err != nil {
		d.count()
		d.giveUp(k)
	}
}

// giveUp notes that a client has to give up (CF3 to CF6).
func (d *doubles) giveUp(k *double) {
	if !k.gone && !k.silent {
		k.gone, k.gaveUp, k.since = true, true, d.last
	}
}

// call lets our own client take a call.
func (d *doubles) call(k *double, v jsontext.Value) {
	if k.client == nil || k.silent || k.gone || k.excused {
		return
	}
	call, err := wire.ParseCall(v)
	if err != nil || d.protocol.Method(call.Method) == nil {
		d.giveUp(k)
		return
	}
	first := d.protocol.Methods[0].Name
	if d.protocol.Framed && (k.met[d.protocol.Last()] || call.Method == first && k.met[first] || call.Method != first && !k.met[first]) {
		// CF9: it may answer or give up.
		k.excused = true
		return
	}
	reply, err := k.client.Player.Reply(call.Method, call.Args)
	if err != nil {
		d.giveUp(k)
		return
	}
	k.met[call.Method], k.chance = true, false
	reply.Text = bytes.Clone(reply.Text)
	k.calls = append(k.calls, taken{call: game.Call{Method: call.Method, Args: call.Args}, value: reply.Text})
	if len(reply.Text) > 0 || reply.Then == game.Leaves {
		raw := len(reply.Text) > 0 && !jsontext.Value(reply.Text).IsValid()
		k.expects = append(k.expects, expectation{call.Method, reply, d.last, len(k.calls), raw})
	}
	k.silent = reply.Then == game.Hangs
}

// received implements witness: the program has sent something.
func (d *doubles) received(number int, p []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.last = d.now()
	k := d.conns[number-1]
	if k.raw != nil || len(k.expects) > 0 && k.expects[0].raw {
		d.rawReply(k, p)
		return
	}
	before := k.out.err
	k.out.feed(p, func(v jsontext.Value) {
		d.count()
		d.value(k, v)
	})
	if before == nil && k.out.err != nil && !k.excused {
		d.count()
		clause, what, want := d.callClause(), "not JSON", jsontext.Value(nil)
		if len(k.expects) > 0 {
			want = k.expects[0].Text
		}
		if !k.named {
			clause, what = d.protocol.ClauseOn(game.OnNoName), "not a name"
			want, _ = jsontext.AppendQuote(nil, k.client.Name) // any name will do
		}
		d.find(Finding{
			Outcome: judge.ProtocolError, Clause: clause, Number: d.messages,
			Message: fmt.Sprintf("%s sends %s", d.who(k), k.out.unreadable(what, want)),
		})
	}
}

// rawReply takes bytes where text that is no value is due, and behind it (11.6).
func (d *doubles) rawReply(k *double, p []byte) {
	if k.raw == nil {
		d.count()
		k.raw = newLiteral(k.expects[0].Text)
	}
	if len(k.expects) == 0 {
		// All of it has come, and is not read on.
		return
	}
	e := k.expects[0]
	if other := k.raw.feed(p); other != nil {
		d.find(Finding{
			Outcome: judge.WrongAnswer, Clause: d.protocol.ClauseIn(e.method, game.OnNoJSON), Number: d.messages,
			Message: fmt.Sprintf("the reply of %s to %s begins with %s, expected %s",
				d.who(k), e.method, text.Excerpt(other), text.Excerpt(k.raw.text)),
		})
	} else if k.raw.whole() {
		k.expects = k.expects[1:]
	}
}

// value judges a value that the program has sent.
func (d *doubles) value(k *double, v jsontext.Value) {
	d.early(k)
	switch {
	case k.excused:
	case k.client.Silent:
		d.wrong(game.OnUnasked, "connection %d belongs to a client that never sends anything, but it sends %s", k.number, text.Excerpt(v))
	case !k.named:
		d.name(k, v)
	case k.gaveUp:
		d.find(Finding{
			Outcome: judge.ProtocolError, Clause: d.callClause(), Number: d.messages,
			Message: fmt.Sprintf("%s replies %s to something that is not a call", d.who(k), text.Excerpt(v)),
		})
	case len(k.expects) == 0 && k.silent:
		method := k.calls[len(k.calls)-1].call.Method
		d.find(Finding{
			Outcome: judge.WrongAnswer, Clause: d.methodClause(method), Number: d.messages, Received: v,
			Message: fmt.Sprintf("%s replies %s to %s, but its actor never replies to this call", d.who(k), text.Excerpt(v), method),
		})
	case len(k.expects) == 0:
		d.find(Finding{
			Outcome: judge.ProtocolError, Clause: d.callClause(), Number: d.messages,
			Message: fmt.Sprintf("%s sends %s, which no call has asked for", d.who(k), text.Excerpt(v)),
		})
	default:
		e := k.expects[0]
		k.expects = k.expects[1:]
		k.before, k.replied = k.replied, answered{e.method, v.Clone()}
		d.reply(k, e, v)
	}
}

// name judges the name that a client sends. The clients connect in their order
// (11.1).
func (d *doubles) name(k *double, v jsontext.Value) {
	k.named = true
	name, err := jsontext.AppendUnquote(nil, v)
	switch {
	case v.Kind() != '"' || err != nil:
		want, _ := jsontext.AppendQuote(nil, k.client.Name) // any name will do
		d.wrong(game.OnNoName, "connection %d sends %s, which is not a name; expected %s", k.number, text.Excerpt(v), want)
	case string(name) != k.client.Name:
		hint := ""
		if i := k.number - 2; i >= 0 && !d.conns[i].named && string(name) == d.clients[i].Name {
			hint = fmt.Sprintf("; connection %d has sent none%s", k.number-1, lookedFirst)
		} else if slices.ContainsFunc(d.clients, func(c client.Client) bool { return !c.Silent && c.Name == string(name) }) {
			hint = inOrder
		}
		d.wrong(game.OnName, "connection %d sends the name %s, expected %s%s", k.number, strconv.Quote(string(name)), k.client.Name, hint)
	}
}

// reply compares a reply with that of our own client.
func (d *doubles) reply(k *double, e expectation, v jsontext.Value) {
	if len(e.Text) == 0 {
		d.find(Finding{
			Outcome: judge.WrongAnswer, Clause: d.methodClause(e.method), Number: d.messages, Received: v,
			Message: fmt.Sprintf("%s replies to %s instead of closing the connection", d.who(k), e.method),
		})
		return
	}
	c := d.judges[e.method].Compare([]jsontext.Value{e.Text}, []jsontext.Value{v})
	if c.Outcome == judge.Pass {
		return
	}
	if e.Judge != nil && c.Outcome == judge.WrongAnswer {
		if b := e.Judge(v); b != nil {
			d.find(Finding{
				Outcome: judge.WrongAnswer, Clause: b.Clause, Number: d.messages, Received: v,
				Message: text.Citing(fmt.Sprintf("the reply %s of %s to %s: %s: %s", text.Excerpt(v), d.who(k), e.method, b.Why, b.Message), b.Clause) +
					k.replied.again(k.before),
			})
		}
		return
	}
	if e.ByChance != nil && c.Outcome == judge.WrongAnswer && e.ByChance() {
		k.chance = true
		return
	}
	if e.AsGood != nil && e.AsGood(v) {
		d.remark(OtherRequest, "message %d: %s breaks the rules with %s; our client sends %s", d.messages, d.who(k), text.Excerpt(v), text.Excerpt(e.Text))
		return
	}
	f, doubtful := d.otherReply(k, e, v, &c)
	if doubtful {
		// Another illegal request is as good; the referee knows whether it is one.
		k.doubt = f
		return
	}
	d.find(*f)
}

// otherReply is what is wrong with a reply that is not that of our own client, with the cause if
// one is found. It is doubtful where the actor of the client breaks the rules: what was sent may
// break them, too.
func (d *doubles) otherReply(k *double, e expectation, v jsontext.Value, c *judge.Comparison) (f *Finding, doubtful bool) {
	first := c.Differences[0]
	f = &Finding{
		Outcome: judge.WrongAnswer, Clause: cmp.Or(first.Clause, d.methodClause(e.method)), Number: d.messages,
		Expected: first.Expected, Received: first.Received,
		// The pointer leads into an array of values, of which there is one.
		Message: fmt.Sprintf("the reply of %s to %s: %s", d.who(k), e.method, strings.TrimPrefix(first.Message, "/0: ")),
	}
	if c.Outcome != judge.WrongAnswer {
		said := text.Uncited(f.Message, f.Clause)
		f.Outcome, f.Clause = judge.ProtocolError, d.protocol.ClauseIn(e.method, game.OnShape)
		f.Message = text.Citing(said, f.Clause)
	}
	same := func(r game.Reply) bool {
		return len(r.Text) > 0 && jsontext.Value(r.Text).IsValid() &&
			d.judges[e.method].Compare([]jsontext.Value{r.Text}, []jsontext.Value{v}).Outcome == judge.Pass
	}
	calls := k.calls[:e.calls]
	honest, cheats := d.honest(k, calls)
	switch {
	case cheats && same(honest):
		f.Message = text.Uncited(f.Message, f.Clause) + "; a client that plays well, not like its actor, does the same"
		f.Clause = d.protocol.Misbehaves
		f.Message = text.Citing(f.Message, f.Clause)
	case f.Outcome == judge.WrongAnswer && !cheats:
		if other := d.otherPolicy(k, calls, same); other != "" {
			f.Message += fmt.Sprintf("; a client with the policy %s replies just this, but the actor of this one has %s", other, policyOf(k.client))
			break
		}
		if earlier := d.looksBack(k, calls, same); earlier != "" {
			f.Message += fmt.Sprintf("; a client that goes by what %s has shown, the call before, replies just this", earlier)
			break
		}
		fallthrough
	case f.Outcome == judge.WrongAnswer:
		if cause := d.stage.clientCause(d.in, d.seed, k.number, calls, f.Clause, same); cause != nil {
			f.blame(cause)
		}
	}
	return f, cheats && !same(honest) && f.Outcome == judge.WrongAnswer
}

// honest is what the actor of a client would reply to its last call if it did not
// misbehave, and tells whether that is something else than what it replies.
func (d *doubles) honest(k *double, calls []taken) (reply game.Reply, cheats bool) {
	parts, err := stream.Elements(k.client.Kind)
	if err != nil || len(parts) < 3 {
		return reply, false
	}
	kind := fmt.Sprintf("[%s,%s]", parts[0], parts[1])
	player, err := d.stage.Rules.Live().Player(kind, k.client.Name, d.seed)
	if err != nil {
		return reply, false
	}
	for _, c := range calls {
		if reply, err = player.Reply(c.call.Method, c.call.Args); err != nil {
			return reply, false
		}
	}
	return reply, !bytes.Equal(reply.Text, calls[len(calls)-1].value)
}

// policyOf is the second part of the actor of a client, "" if it has none.
func policyOf(c *client.Client) string {
	parts, err := stream.Elements(c.Kind)
	if err != nil || len(parts) < 2 {
		return ""
	}
	return string(parts[1])
}

// otherPolicy is that of another actor of the case which would reply to all calls of a
// client as the program has, "" if there is none.
func (d *doubles) otherPolicy(k *double, calls []taken, same func(game.Reply) bool) string {
	own := policyOf(k.client)
	name, err := jsontext.AppendQuote(nil, k.client.Name)
	if own == "" || err != nil {
		return ""
	}
	for i := range d.clients {
		other := policyOf(&d.clients[i])
		if other == "" || other == own {
			continue
		}
		player, err := d.stage.Rules.Live().Player(fmt.Sprintf("[%s,%s]", name, other), k.client.Name, d.seed)
		if err != nil {
			continue
		}
		for n, c := range calls {
			reply, err := player.Reply(c.call.Method, c.call.Args)
			if err != nil || n < len(calls)-1 && !bytes.Equal(reply.Text, c.value) {
				break
			}
			if n == len(calls)-1 && same(reply) {
				return other
			}
		}
	}
	return ""
}

// looksBack is the method of the call before the last one of a client, if our client
// replied as the program does where it took the arguments of that call for those of the
// last one; else "".
func (d *doubles) looksBack(k *double, calls []taken, same func(game.Reply) bool) string {
	last := len(calls) - 1
	if last == 0 {
		return ""
	}
	player, err := d.stage.Rules.Live().Player(string(k.client.Kind), k.client.Name, d.seed)
	for i := 0; i < last && err == nil; i++ {
		_, err = player.Reply(calls[i].call.Method, calls[i].call.Args)
	}
	if err != nil {
		return ""
	}
	before := calls[last-1].call
	if reply, err := player.Reply(calls[last].call.Method, before.Args); err != nil || !same(reply) {
		return ""
	}
	return before.Method
}

// An umpire hears which names our server refuses, and which replies its referee refuses.
type umpire struct {
	match.Nobody
	d *doubles
}

// Breach implements match.Recorder: an illegal request is one, whichever it is.
func (u umpire) Breach(conn int, b game.Breach) {
	u.d.mu.Lock()
	defer u.d.mu.Unlock()
	if conn > len(u.d.conns) {
		return
	}
	k := u.d.conns[conn-1]
	if k.chance && !slices.Contains(game.Failures, game.Failure(b.Why)) {
		u.d.find(Finding{
			Outcome: judge.WrongAnswer, Clause: b.Clause, Number: u.d.messages,
			Message: text.Citing(fmt.Sprintf("the reply of %s to %s: %s: %s", u.d.who(k), b.Method, b.Why, b.Message), b.Clause) +
				k.replied.again(k.before),
		})
	}
	if k.doubt != nil && !slices.Contains(game.Failures, game.Failure(b.Why)) {
		k.doubt = nil
	}
}

// Refuse implements match.Recorder: what has come in place of a name may be no value yet,
// but none that is too long will be one.
func (u umpire) Refuse(conn int, clause, why string) {
	u.d.mu.Lock()
	defer u.d.mu.Unlock()
	d := u.d
	if clause != d.signUp.Clauses.Name || conn > len(d.conns) {
		return
	}
	if k := d.conns[conn-1]; !k.excused && !k.named && k.out.begun() && d.signUp.NameOK(k.client.Name) {
		d.find(Finding{
			Outcome: judge.ProtocolError, Clause: clause, Number: d.count(),
			Message: fmt.Sprintf("%s does not sign up: %s", d.who(k), why),
		})
	}
}

// decide finds what is in doubt still when the server goes on.
func (d *doubles) decide() {
	for _, k := range d.conns {
		if k.doubt != nil {
			d.find(*k.doubt)
			k.doubt = nil
		}
	}
}

// who is a client in words.
func (d *doubles) who(k *double) string {
	if k.client == nil || k.client.Silent {
		return "connection " + strconv.Itoa(k.number)
	}
	return k.client.Name
}

// closed implements witness.
func (d *doubles) closed(number int, ours bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.now()
	d.last = now
	k := d.conns[number-1]
	k.over = true
	if k.excused || k.client == nil {
		return
	}
	if ours {
		d.given(k, now)
		return
	}
	switch {
	case !k.named:
		d.suspects(Finding{
			Outcome: judge.HungUp, Clause: d.protocol.ClauseOn(game.OnNoName),
			Message: fmt.Sprintf("connection %d closes before it sends a name%s", number, lookedFirst),
		})
	case len(k.expects) > 0:
		if e := k.expects[0]; e.Then != game.Leaves || len(e.Text) > 0 {
			d.suspects(Finding{
				Outcome: judge.HungUp, Clause: d.protocol.ClauseIn(e.method, game.OnClosed),
				Message: fmt.Sprintf("%s closes the connection instead of replying to %s", d.who(k), e.method),
			})
		}
	case k.silent:
		d.find(Finding{
			Outcome: judge.HungUp, Clause: d.protocol.ClauseOn(game.OnClosed), Mild: true,
			Message: fmt.Sprintf("%s closes the connection, but must wait until the server does", d.who(k)),
		})
	case k.gone || k.met[d.protocol.Last()]:
	case k.in.begun():
		d.suspects(Finding{
			Outcome: judge.HungUp, Clause: d.protocol.ClauseIn(d.protocol.Methods[0].Name, game.OnClosed),
			Message: fmt.Sprintf("%s closes the connection instead of replying to a call, of which only a part has come", d.who(k)),
		})
	default:
		d.suspects(Finding{
			Outcome: judge.HungUp, Clause: d.leftClause(),
			Message: fmt.Sprintf("%s closes the connection before the end of the game", d.who(k)),
		})
	}
}

// leftClause is the clause of who has signed up and closes the connection between calls:
// the server notices at the next one.
func (d *doubles) leftClause() string {
	for _, t := range d.protocol.Transitions {
		if t.On == game.OnClosed && t.From == t.To {
			return t.Clause
		}
	}
	return d.protocol.ClauseOn(game.OnClosed)
}

// given judges a client whose connection our server has closed: if it was given
// all of its time, it has let that pass.
func (d *doubles) given(k *double, now time.Time) {
	// Our server gives the tolerance as well. The clock of the call began a moment
	// before or behind ours.
	limit := (d.ms(d.signUp.CallMs) + d.tolerance()) * 9 / 10
	switch {
	case !k.named && now.Sub(k.begin) >= (d.ms(d.signUp.NameMs)+d.tolerance())*9/10:
		d.find(Finding{
			Outcome: judge.Timeout, Clause: d.protocol.ClauseOn(game.OnTimeout), Timing: true, Since: k.begin,
			Message: fmt.Sprintf("connection %d sends no name within %v, expected %s", k.number, d.ms(d.signUp.NameMs), k.client.Name),
		})
	case k.gaveUp && now.Sub(k.since) >= limit:
		d.find(Finding{
			Outcome: judge.ProtocolError, Clause: d.callClause(),
			Timing: true, Since: k.since,
			Message: fmt.Sprintf("%s goes on, but what it got is not a call", d.who(k)),
		})
	case len(k.expects) > 0 && now.Sub(k.expects[0].at) >= limit:
		e := k.expects[0]
		what := "does not complete a reply to"
		if len(e.Text) == 0 {
			what = "does not close the connection at"
		}
		hint := ""
		switch {
		case jsontext.Value(k.out.part).Kind() == '0':
			hint = fmt.Sprintf(": %s may go on, since a number ends only where something else follows, such as a line feed",
				text.Excerpt(k.out.part))
		case k.out.begun():
			hint = incomplete(k.out.part)
		case !k.lined && len(e.Text) > 0:
			hint = "; hint: no line feed follows this call, which ends with its last bracket, so do not wait for one"
		}
		d.find(Finding{
			Outcome: judge.Timeout, Clause: d.protocol.ClauseIn(e.method, game.OnTimeout),
			Timing: true, Since: e.at,
			Message: fmt.Sprintf("%s %s %s within %v%s", d.who(k), what, e.method, d.ms(d.signUp.CallMs), hint),
		})
	}
}

// incomplete shows how a reply begins that has no end.
func incomplete(part []byte) string {
	return fmt.Sprintf("; it begins with %s, which is not a whole JSON value", text.Excerpt(part))
}

// expected are the connections and sign-ups that a right program makes.
func (d *doubles) expected() (connections, signUps int) {
	names := map[string]bool{}
	for i := range d.clients {
		c := &d.clients[i]
		if c.Silent || names[c.Name] && !d.signUp.DuplicateVoids {
			continue
		}
		names[c.Name] = true
		signUps++
	}
	return len(d.clients), min(signUps, d.signUp.PlayersMax)
}

// end is told that the program has ended.
func (d *doubles) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.decide()
	if f := d.suspect; f != nil && f.Outcome == judge.HungUp && !d.wrote.IsZero() && d.wrote.Sub(d.since).Abs() < endingGrace {
		f.Message += "; the program has written its output and ended, but the game goes on"
	}
	if n := len(d.conns); n < len(d.clients) {
		hint := together
		if n == 0 {
			hint = where
		}
		d.find(Finding{
			Outcome: judge.ProtocolError, Clause: d.protocol.ClauseOn(game.OnAccepted), Mild: true,
			Message: fmt.Sprintf("%d of %s connected; %s never did%s", n, text.Count(len(d.clients), "client"), d.clients[n].Name, hint),
		})
	}
}

// lookedFirst is what a program does not know that looks whether the server is there.
const lookedFirst = "; hint: to the server each connection is a client, so make none only to see whether it is there"

// inOrder is what a program does not know that connects another client than the one whose
// turn it is.
const inOrder = "; hint: the clients sign up in the order of the input, each when the one before it has sent its name"

// where is what a program does not know none of whose clients connects.
const where = "; hint: connect to 127.0.0.1 and the port from the command line, and try again while nobody listens there yet"

// together is what a program does not know that waits for one client before it starts the
// next.
const together = "; hint: all clients play at the same time, so connect the next one while those before it wait or play"

// answered is told that the program has written its output.
func (d *doubles) answered() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.wrote = d.now()
}

// early finds that a client goes on though the output has been written. What was
// on its way then is no sign of that.
func (d *doubles) early(k *double) {
	if !d.wrote.IsZero() && d.last.Sub(d.wrote) > endGrace {
		d.find(Finding{
			Outcome: judge.ProtocolError, Clause: d.protocol.ClauseOn(game.OnAllTold), Number: d.messages, Mild: true,
			Message: fmt.Sprintf("the output is complete, but %s goes on", d.who(k)),
		})
	}
}

// idle says what the program owes for too long, nil if nothing. Served tells
// whether our server has ended.
func (d *doubles) idle(now time.Time, served bool) *Finding {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ripen(now); d.hard != nil || len(d.conns) == 0 || !served || now.Sub(d.last) <= d.waits.End {
		return nil
	}
	f := &Finding{
		Outcome: judge.Timeout, Clause: d.protocol.ClauseOn(game.OnAllTold), Timing: true, Since: d.last,
		Message: fmt.Sprintf("the program did not end within %v of the end of the game", d.waits.End),
	}
	if n := len(d.conns); n < len(d.clients) {
		f.Clause = d.protocol.ClauseOn(game.OnAccepted)
		f.Message = fmt.Sprintf("%d of %s connected; %s did not within %v of the last one, and the program goes on", n, text.Count(len(d.clients), "client"),
			d.clients[n].Name, d.waits.Start)
	}
	return f
}

// unsure is why the program that knows the rules cannot be believed, nil if it can, or if
// the rules are ours.
func (d *doubles) unsure(found bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := range d.clients {
		if err := unsure(d.clients[i].Player, found); err != nil {
			return err
		}
	}
	return nil
}

// connections counts those that were made.
func (d *doubles) connections() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.conns)
}
