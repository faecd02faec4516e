package judge

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// Settle is what to compare an answer with: the expected one, or the answer itself
// if the rules say that it is as right. Only games of folders have such rules; they may say
// what is wrong with the answer. The error is a *game.Fault: then nobody can tell what is right.
func (j *Judge) Settle(rules game.Rules, task string, in, expected, received []jsontext.Value) ([]jsontext.Value, game.Objection, error) {
	arbiter, ok := rules.(game.Arbiter)
	if !ok || j.equal(expected, received) {
		return expected, game.Objection{}, nil
	}
	right, objection, err := arbiter.Right(task, in, expected, received, j.equal)
	if err != nil || !right {
		return expected, objection, err
	}
	return received, game.Objection{}, nil
}

// Decide is CompareBy under rules that may say that another answer is as right, or what is
// wrong with one. It returns with what the answer was compared, too.
func (j *Judge) Decide(rules game.Rules, task, clause string, in, expected, received []jsontext.Value) (Comparison, []jsontext.Value, error) {
	settled, objection, err := j.Settle(rules, task, in, expected, received)
	if err != nil {
		return Comparison{}, nil, err
	}
	c := j.CompareBy(clause, settled, received)
	if objection != (game.Objection{}) && c.Outcome != Pass {
		j.object(&c, clause, objection, received)
	}
	return c, settled, nil
}

// object puts what the rules say against an answer in the place of its differences from one
// right answer of several. If neither they nor the place of the answer name a clause, it is
// the one that decides the case.
func (j *Judge) object(c *Comparison, clause string, objection game.Objection, received []jsontext.Value) {
	f := finder{judge: j}
	f.pointer = []byte(objection.Pointer)
	if objection.Pointer == "" && len(received) == 1 {
		f.pointer = appendElement(f.pointer, 0)
	}
	number, rest, _ := strings.Cut(strings.TrimPrefix(string(f.pointer), "/"), "/")
	g := finding{text: calledWrong, clause: objection.Clause}
	if i, err := strconv.Atoi(number); err == nil && i < len(received) {
		if rest != "" {
			rest = "/" + rest
		}
		g.received = at(received[i], rest)
	}
	if objection.Message != "" {
		g.text = text.Shorten(text.Visible(objection.Message), messageMax)
	}
	if g.clause == "" {
		_, g.clause = j.root.find(string(f.pointer))
		g.clause = cmp.Or(g.clause, clause)
	}
	if objection.Clause == "" {
		g.cause = objection.Message // else the clause tells one cause from another
	}
	f.add(g)
	c.Reason, c.Differences, c.More = g.text, f.found.Differences, 0
	c.Fingerprint = Fingerprint(c.Outcome, j.general(c.Differences[0].Pointer), g.clause, g.cause)
}

// calledWrong is what an objection says without words of its own.
const calledWrong = "the rules call this wrong"

func (j *Judge) equal(expected, received []jsontext.Value) bool {
	return j.Compare(expected, received).Outcome == Pass
}
