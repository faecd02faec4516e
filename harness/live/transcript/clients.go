package transcript

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
)

// A clientsChecker follows the account of clients. They do not know the game, so
// that only the shape of each message can be judged: those of the server by 11.5,
// those of the clients by 11.2 and 11.3.
type clientsChecker struct {
	*ruleBook
	schemas *schema.Set
	last    float64
	conns   []*client
}

// A client is one connection, as the client sees it.
type client struct {
	named, closed bool
	due           []string // the methods whose replies are due
}

func newClientsChecker(b *ruleBook) *clientsChecker {
	return &clientsChecker{ruleBook: b, schemas: schema.Of(b.game, b.rules.Options())}
}

// A blame makes a finding that one of the sides is at fault for.
type blame func(clause, format string, args ...any) *Finding

// line takes the next line, and returns what is wrong with it.
func (c *clientsChecker) line(l *Line) *Finding {
	by := func(side game.Side) blame {
		return func(clause, format string, args ...any) *Finding {
			return &Finding{Line: l.Number, Conn: l.Conn, Side: side, Clause: clause, Message: fmt.Sprintf(format, args...)}
		}
	}
	clients, server := by(game.Clients), by(game.Server)
	if l.Ms < c.last {
		return clients("", "at %v ms, but the line before is at %v ms", l.Ms, c.last)
	}
	c.last = l.Ms
	switch {
	case l.Kind == Failed:
		return nil
	case l.Kind == Result && c.header.Case != nil:
		// A test knows what the server has written.
		return nil
	case l.Conn == 0:
		return clients("", "a client's transcript cannot have a line of kind %q", l.Kind)
	case l.Kind == Connect:
		if l.Conn != len(c.conns)+1 {
			return clients("", "connection %d connects, expected %d", l.Conn, len(c.conns)+1)
		}
		c.conns = append(c.conns, &client{named: c.header.Seated})
		return nil
	case l.Conn > len(c.conns):
		return clients("", "connection %d has not connected", l.Conn)
	}
	k := c.conns[l.Conn-1]
	if k.closed && l.Kind != SignUp && l.Kind != Refuse && !l.out() {
		// What the server has sent may come behind what ends our own direction.
		return clients(c.clauseOn(game.OnOutClosed), "connection %d is already closed", l.Conn)
	}
	switch l.Kind {
	case Close:
		k.closed = true
	case Bytes, Message:
		if l.out() {
			return c.fromServer(l, k, server)
		}
		return c.fromClient(l, k, clients)
	}
	return nil
}

// fromServer takes what the server sent on a connection: a call.
func (c *clientsChecker) fromServer(l *Line, k *client, server blame) *Finding {
	if l.Kind == Bytes {
		return server(c.callClause(), "the server sent bytes that are not JSON")
	}
	method, clause, message := c.call(l.Value)
	if message != "" {
		return server(clause, "%s", message)
	}
	k.due = append(k.due, method)
	return nil
}

// fromClient takes what a client sent on its connection: its name, then replies.
func (c *clientsChecker) fromClient(l *Line, k *client, clients blame) *Finding {
	switch {
	case l.Kind == Bytes && !k.named:
		return clients(c.clauseOn(game.OnNoName), "the client sent bytes that are not a name")
	case l.Kind == Bytes:
		return clients(c.callClause(), "the client sent bytes that are not JSON")
	case !k.named:
		k.named = true
		if !c.isName(l.Value) {
			return clients(c.clauseOn(game.OnNoName), "the client sent no name")
		}
		return nil
	case len(k.due) == 0:
		return clients(c.clauseOn(game.OnUnasked), "the client sent a value that no call asked for")
	}
	method := k.due[0]
	k.due = k.due[1:]
	if message := c.shape(c.method(method).Reply.Value, l.Value); message != "" {
		return clients(cmp.Or(c.clauseIn(method, game.OnShape), c.methodClause(method)), "the reply to %s: %s", method, message)
	}
	return nil
}

// isName tells whether a client may try to sign up with a value.
func (c *clientsChecker) isName(v jsontext.Value) bool {
	mayTry := c.signUp.NameTried
	if mayTry == nil {
		mayTry = c.signUp.NameOK
	}
	name, err := jsontext.AppendUnquote(nil, v)
	return v.Kind() == '"' && err == nil && mayTry(string(name))
}

// call judges the shape of a call.
func (c *clientsChecker) call(v jsontext.Value) (method, clause, message string) {
	method, args, err := parseCall(v)
	if err != nil {
		return "", c.callClause(), err.Error()
	}
	m := c.method(method)
	if m == nil {
		return "", c.callClause(), fmt.Sprintf("there is no method %s", strconv.Quote(method))
	}
	task := game.Task{In: m.Args}
	if err := task.CheckCount(len(args)); err != nil {
		return "", m.Clause, fmt.Sprintf("%s: %v", method, err)
	}
	for i, a := range args {
		p := m.Args[min(i, len(m.Args)-1)]
		if message := c.shape(p.Value, a); message != "" {
			return "", m.Clause, fmt.Sprintf("%s: %s: %s", method, p.Name, message)
		}
	}
	return method, "", ""
}

func (c *clientsChecker) method(name string) *game.Method {
	for i := range c.game.Protocol.Methods {
		if m := &c.game.Protocol.Methods[i]; m.Name == name {
			return m
		}
	}
	return nil
}

// shape says what is wrong with the shape of a value, "" for nothing.
func (c *clientsChecker) shape(name string, v jsontext.Value) string {
	problems, err := c.schemas.Explain(name, v)
	switch {
	case err != nil:
		// The value is JSON, so that there is no schema or too much of the value:
		// whoever took it has judged it.
		return ""
	case len(problems) == 0:
		return ""
	case problems[0].Pointer == "":
		return problems[0].Message
	}
	return fmt.Sprintf("at %s: %s", problems[0].Pointer, problems[0].Message)
}
