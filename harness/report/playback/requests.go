package playback

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// PlayTask is the task that is a game by itself: a state and requests one after
// another.
const PlayTask = "play"

// WriteRequests writes the page of a case of the task play: each request is a
// step, with the state that follows by the rules. The error is a
// *game.UsageError for a game without the task, that of the oracle, with the
// number of the value, or one of writing; before the first two nothing is written.
func WriteRequests(w io.Writer, g *game.Game, rules game.Rules, in []jsontext.Value) error {
	c, err := carriedOut(g, rules, in)
	if err != nil {
		return err
	}
	p, err := c.bind()
	if err != nil {
		return err
	}
	p.Title = oneLine(g.Title, nameBytesMax) + ": " + text.Count(len(in)-1, "request")
	p.Words = oneLine(g.Name+"/"+PlayTask+optionWords(g, rules), reasonBytesMax)
	p.Outcome = text.Count(len(in)-1, "request") + ", all of them legal"
	if c.illegal > 0 {
		p.Outcome = text.Count(len(in)-1, "request") + fmt.Sprintf(", %d of them illegal", c.illegal)
	}
	if n := c.illegal - len(p.Wrong); n > 0 {
		p.More = fmt.Sprintf("… and %d more", n)
	}
	if c.result != nil {
		p.Notes = append(p.Notes, "Result: "+oneLine(string(c.result), reasonBytesMax))
	}
	return p.write(w)
}

// carriedOut makes the steps of a case.
func carriedOut(g *game.Game, rules game.Rules, in []jsontext.Value) (*clerk, error) {
	task, ok := g.Task(PlayTask)
	if !ok || len(task.Out) < 2 {
		return nil, &game.UsageError{Message: fmt.Sprintf("the game %s has no task %s", g.Name, PlayTask)}
	}
	if err := task.CheckCount(len(in)); err != nil {
		return nil, err
	}
	// All at once they are refused with their places.
	var out game.Output
	if err := rules.Oracle(PlayTask)(in, &out); err != nil {
		return nil, err
	}
	c, err := newClerk(rules, task, in)
	if err != nil {
		return nil, err
	}
	for _, request := range in[1:] {
		if err := c.carryOut(request); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// A clerk makes steps of requests.
type clerk struct {
	album
	rules   game.Rules
	oracle  game.Oracle
	shown   []game.Param // the state as the task gives it
	request string       // the name of the value that a request is
	clauses map[string]string
	state   jsontext.Value
	result  jsontext.Value
	illegal int
}

func newClerk(rules game.Rules, task game.Task, in []jsontext.Value) (*clerk, error) {
	c := &clerk{
		album: newAlbum(rules), rules: rules, oracle: rules.Oracle(PlayTask), clauses: map[string]string{},
		shown: task.Out[1:2], request: task.In[1].Value,
	}
	for _, code := range task.Codes {
		c.clauses[code.Name] = code.Clause
	}
	// What the rules write is compared with what the rules write: a bag in another
	// order would look like a change.
	if _, err := c.play(in[0]); err != nil {
		return nil, err
	}
	begin := step{Number: 1, What: "the given state", message: c.full(string(in[0])), shot: c.camera.take(c.shown, []jsontext.Value{c.state})}
	c.steps = append(c.steps, begin)
	return c, nil
}

// play carries out requests on a state, and returns the answers.
func (c *clerk) play(in ...jsontext.Value) ([]jsontext.Value, error) {
	var out game.Output
	if err := c.oracle(in, &out); err != nil {
		return nil, err
	}
	values := out.Values()
	if len(values) < 2 {
		return nil, fmt.Errorf("task %s: expected answers and a state, found %d values", PlayTask, len(values))
	}
	var answers []jsontext.Value
	if err := json.Unmarshal(values[0], &answers); err != nil {
		return nil, fmt.Errorf("the answers of %s: %w", PlayTask, err)
	}
	c.state = bytes.Clone(values[1])
	if len(values) > 2 {
		c.result = bytes.Clone(values[2])
	}
	return answers, nil
}

// carryOut makes a step of a request.
func (c *clerk) carryOut(request jsontext.Value) error {
	before := c.state
	answers, err := c.play(before, request)
	if err != nil {
		return err
	}
	if len(c.steps) == stepsMax {
		c.left++
		return nil
	}
	compact := request.Clone()
	_ = compact.Compact() // it has been read, so that it is JSON
	s := step{
		Number: len(c.steps) + 1, What: oneLine(string(compact), whatBytesMax), Raw: true,
		message: c.full(string(compact)), shot: c.camera.take(c.shown, []jsontext.Value{c.state}),
	}
	if d := game.Tell(c.rules, c.request, request, before); d.What != "" {
		s.Who, s.What, s.Raw = oneLine(d.Who, nameBytesMax), oneLine(d.What, whatBytesMax), false
		s.Clause = oneLine(d.Clause, nameBytesMax)
	}
	var code string
	if len(answers) == 1 && answers[0].Kind() == '"' && json.Unmarshal(answers[0], &code) == nil {
		why := code
		if said := c.rules.Explain([]jsontext.Value{before, request}, code); said != "" {
			why += ": " + said
		}
		s.Reason, s.Tone = reason(why, c.clauses[code]), "bad"
		if c.illegal++; c.illegal <= linksMax {
			c.wrong = append(c.wrong, remark{Step: s.Number, Text: s.Reason})
		}
	}
	c.steps = append(c.steps, s)
	return nil
}

// optionWords names the options that are not as usual.
func optionWords(g *game.Game, rules game.Rules) string {
	usual, err := g.Configure(game.Settings{})
	if err != nil {
		return ""
	}
	values := map[string]string{}
	for _, o := range usual.Options() {
		values[o.Name] = string(o.Value)
	}
	var b strings.Builder
	for _, o := range rules.Options() {
		if string(o.Value) != values[o.Name] {
			fmt.Fprintf(&b, ", %s=%s", o.Name, o.Value)
		}
	}
	return b.String()
}
