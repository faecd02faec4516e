package audit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/schema"
	"github.com/touchstone-harness/touchstone/harness/gamefolder"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/document"
	"github.com/touchstone-harness/touchstone/harness/gamefolder/reference"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/suite"
	"github.com/touchstone-harness/touchstone/schemas"
)

// A tree is the schemas of a game under some options, decoded.
type tree struct {
	set  *schema.Set
	docs map[string]any
}

func newTree(g *game.Game, options []game.Setting) *tree {
	return &tree{set: schema.Of(g, options), docs: make(map[string]any)}
}

// A node is a schema at a place of the tree.
type node struct {
	value string // whose file it stands in
	at    string // JSON pointer
	is    any    // an object of keywords, or true or false
}

// root is the schema of a value.
func (t *tree) root(value string) node {
	doc, ok := t.docs[value]
	if !ok {
		source, _ := t.set.Source(value) // it has been read before
		doc, _ = decode(source)
		t.docs[value] = doc
	}
	return node{value: value, is: doc}
}

func decode(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}

// keyword is the schema below a keyword.
func (n node) below(is any, tokens ...string) node {
	p := jsontext.Pointer(n.at)
	for _, t := range tokens {
		p = p.AppendToken(t)
	}
	return node{n.value, string(p), is}
}

func (n node) object() map[string]any {
	o, _ := n.is.(map[string]any)
	return o
}

// expand is a node with all that it refers to and chooses from.
func (t *tree) expand(n node) []node {
	list := []node{n}
	o := n.object()
	if ref, ok := o["$ref"].(string); ok {
		list = append(list, t.expand(t.follow(n, ref))...)
	}
	for _, word := range []string{"anyOf", "oneOf"} {
		branches, _ := o[word].([]any)
		for i, b := range branches {
			list = append(list, t.expand(n.below(b, word, strconv.Itoa(i)))...)
		}
	}
	return list
}

// follow is what a reference leads to.
func (t *tree) follow(n node, ref string) node {
	file, pointer, _ := strings.Cut(ref, "#")
	target := t.root(n.value)
	if file != "" {
		target = t.root(strings.TrimSuffix(file, schemas.Suffix))
	}
	for token := range jsontext.Pointer(pointer).Tokens() {
		target = target.below(target.object()[token], token)
	}
	return target
}

// everything is the token of a pointer that stands for every element or member.
const everything = "*"

// children are the schemas of an element or member of what a node, without what it
// refers to, allows: none if it allows no such one.
func (n node) children(token string) []node {
	if n.is == true {
		return []node{n}
	}
	o := n.object()
	var list []node
	allow := func(is any, tokens ...string) {
		if is != false && is != nil {
			list = append(list, n.below(is, tokens...))
		}
	}
	index, err := strconv.Atoi(token)
	if prefix, _ := o["prefixItems"].([]any); token == everything || err == nil {
		for i, one := range prefix {
			if token == everything || i == index {
				allow(one, "prefixItems", strconv.Itoa(i))
			}
		}
		most, bounded := whole(o["maxItems"])
		if token == everything || index >= len(prefix) {
			if !bounded || most > int64(max(index, len(prefix))) {
				allow(o["items"], "items")
			}
		}
	}
	properties, _ := o["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if token == everything || token == name {
			allow(properties[name], "properties", name)
		}
	}
	if _, listed := properties[token]; !listed {
		allow(o["additionalProperties"], "additionalProperties")
	}
	_, typed := o["type"]
	element := token == everything || err == nil
	if typed && len(list) == 0 && element && o["items"] == nil && o["prefixItems"] == nil && hasType(o, "array") {
		list = append(list, node{n.value, n.at, true})
	}
	for _, v := range append(elements(o["enum"]), elements([]any{o["const"]})...) {
		if literalHas(v, token) {
			list = append(list, node{n.value, n.at, true})
			break
		}
	}
	return list
}

func elements(v any) []any {
	list, _ := v.([]any)
	return slices.DeleteFunc(slices.Clone(list), func(one any) bool { return one == nil })
}

func hasType(o map[string]any, name string) bool {
	list, _ := o["type"].([]any)
	return o["type"] == name || slices.Contains(list, any(name))
}

// literalHas tells whether a value that a schema lists has an element or a member.
func literalHas(v any, token string) bool {
	switch v := v.(type) {
	case []any:
		i, err := strconv.Atoi(token)
		return len(v) > 0 && (token == everything || err == nil && i < len(v))
	case map[string]any:
		_, ok := v[token]
		return ok || token == everything && len(v) > 0
	}
	return false
}

func whole(v any) (int64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	i, err := strconv.ParseInt(n.String(), 10, 64)
	return i, err == nil
}

// values looks for schemas that nothing refers to, and for comparisons of places that
// no output and no call has.
func (a *Audit) values() {
	t := newTree(a.game, nil)
	used := make(map[string]bool)
	for _, k := range a.game.Tasks {
		for _, p := range append(slices.Clone(k.In), k.Out...) {
			used[p.Value] = true
		}
	}
	for _, m := range a.game.Protocol.Methods {
		for _, p := range append(slices.Clone(m.Args), m.Reply) {
			used[p.Value] = true
		}
	}
	for _, o := range a.places.game.Tables("option") {
		used[o.Text("value", "")] = true
	}
	for _, v := range a.game.Values {
		t.references(v.Name, t.root(v.Name).is, used)
	}
	for _, v := range a.game.Values {
		if !used[v.Name] {
			a.find(Finding{
				Kind: ValueUnused, Message: fmt.Sprintf("nothing refers to the value %s", v.Name), File: a.places.schema(v.Name), Line: 1,
				Hint: "remove the file, or name the value in a task, an option or another schema",
			})
		}
	}
	for i, k := range a.places.game.Tables("task") {
		task := &a.game.Tasks[i]
		a.compared(k, fmt.Sprintf("task[%d]", i), "output of "+task.Name, "pointers begin with the number of the output value: /0 is the first one",
			t, func(at string) []node { return t.placesAt(task.Out, at) })
	}
	for i, m := range a.places.game.Table("live").Tables("method") {
		method := &a.game.Protocol.Methods[i]
		a.compared(m, fmt.Sprintf("live.method[%d]", i), "call of "+method.Name, "pointers begin with /args/0, the first argument, or with /reply",
			t, func(at string) []node {
				if place, ok := strings.CutPrefix(at, "/args"); ok {
					return t.placesAt(method.Args, place)
				}
				return t.placesAt([]game.Param{method.Reply}, "/0"+strings.TrimPrefix(at, "/reply"))
			})
	}
}

// compared looks at the comparisons of a table, which stands at a path of the file, for
// places that there are not, or where nothing is that they compare.
func (a *Audit) compared(table *document.Table, path, of, hint string, t *tree, has func(at string) []node) {
	for n, c := range table.Tables("compare") {
		for _, at := range c.Texts("at") {
			found, what, next := has(at), "a value", hint
			switch {
			case len(found) == 0:
			case c.Flag("bag") && !t.mayBe(found, "array"):
				what, next = "an array", "bag = true is for arrays whose order does not matter: point to the array itself"
			case c.Flag("code") && !t.mayBe(found, "string"):
				what, next = "a string", "code = true is for strings: point to the code itself"
			case c.Values["missing"] != nil && !t.mayBe(has(at[:strings.LastIndexByte(at, '/')]), "object"):
				what, next = "a key", "missing = VALUE is for a key that an object may lack: point to the key itself"
			default:
				continue
			}
			a.find(Finding{
				Kind: CompareNowhere, Message: fmt.Sprintf("no %s has %s at %s", of, what, at),
				File: a.places.file(gamefolder.GameFile), Line: a.places.game.Line(fmt.Sprintf("%s.compare[%d].at", path, n)), Hint: next,
			})
		}
	}
}

// mayBe tells whether one of some schemas allows a value of a type.
func (t *tree) mayBe(list []node, name string) bool {
	for _, n := range list {
		for _, one := range t.expand(n) {
			o := one.object()
			literals := elements(o["enum"])
			if v, ok := o["const"]; ok {
				literals = append(literals, v)
			}
			isA := func(v any) bool {
				_, isText := v.(string)
				_, isList := v.([]any)
				_, isObject := v.(map[string]any)
				return isText && name == "string" || isList && name == "array" || isObject && name == "object"
			}
			refers := o["$ref"] != nil || o["anyOf"] != nil || o["oneOf"] != nil // to others of the list
			switch {
			case one.is == true, hasType(o, name) && len(literals) == 0, slices.ContainsFunc(literals, isA):
				return true
			case o != nil && o["type"] == nil && len(literals) == 0 && !refers:
				return true
			}
		}
	}
	return false
}

// references notes the values that a schema refers to, but for its own.
func (t *tree) references(own string, is any, used map[string]bool) {
	switch is := is.(type) {
	case map[string]any:
		for word, v := range is {
			if ref, ok := v.(string); ok && word == "$ref" {
				if file, _, _ := strings.Cut(ref, "#"); file != "" && strings.TrimSuffix(file, schemas.Suffix) != own {
					used[strings.TrimSuffix(file, schemas.Suffix)] = true
				}
			}
			t.references(own, v, used)
		}
	case []any:
		for _, v := range is {
			t.references(own, v, used)
		}
	}
}

// placesAt are the schemas of a place of the outputs of a task: none if no output has it.
func (t *tree) placesAt(out []game.Param, pointer string) []node {
	var at []node
	for i, token := range slices.Collect(jsontext.Pointer(pointer).Tokens()) {
		var next []node
		if i == 0 {
			index, err := strconv.Atoi(token)
			for n, p := range out {
				if token == everything || err == nil && (n == index || n < index && p.Repeated) {
					next = append(next, t.root(p.Value))
				}
			}
		} else {
			for _, n := range at {
				for _, one := range t.expand(n) {
					next = append(next, one.children(token)...)
				}
			}
		}
		at = next
	}
	return at
}

// tooStrict tells whether a schema refuses a value of a case. If the reference, asked
// all the same, answers, the schema is the one to mend, else the case.
func (a *Audit) tooStrict(ctx context.Context, rules game.Rules, t *game.Task, c *suite.Case) (bool, error) {
	if t.CheckCount(len(c.In)) != nil {
		return false, nil
	}
	set := schema.Of(a.game, rules.Options())
	for i, v := range c.In {
		p := t.In[min(i, len(t.In)-1)]
		problems, err := set.Explain(p.Value, v)
		if err != nil || len(problems) == 0 {
			continue
		}
		asked, err := a.probe.Configure(game.Settings{Options: c.Options})
		if err != nil {
			return false, err
		}
		out, _, trouble := answered(ctx, reference.Unguarded(asked, t.Name)(c.In, new(game.Output)))
		if trouble != nil || !out {
			return false, trouble
		}
		a.find(Finding{
			Kind: SchemaTooStrict, Case: c.ID, File: a.places.schema(p.Value),
			Message: fmt.Sprintf("value %d (%s) of the case does not match its schema, but the reference answers: at %s: %s",
				i+1, p.Name, place(problems[0].Pointer), problems[0].Message),
			Hint: "widen the schema, or remove the case and let the schema stand",
		})
		return true, nil
	}
	return false, nil
}

func place(pointer string) string {
	if pointer == "" {
		return "the top"
	}
	return pointer
}

// boundTries is into how many cases a bound is put before it counts as refused
// everywhere.
const boundTries = 2000

// A bound is the least or greatest integer at a place of a schema.
type bound struct {
	value, at string
	keyword   string
}

// A trial says how a bound fares.
type trial struct {
	number string
	tries  int
	passed bool
	last   string // the message of the reference
}

// bounds puts the least and greatest integers that the schemas allow into the cases.
// One that the reference refuses everywhere, at that very place, no program will ever
// read: the schema should say so.
func (a *Audit) bounds(ctx context.Context) error {
	trials := make(map[bound]*trial)
	trees := make(map[game.Rules]*tree)
	for _, c := range a.cases {
		t := trees[c.rules]
		if t == nil {
			t = newTree(a.game, c.rules.Options())
			trees[c.rules] = t
		}
		for i, raw := range c.In {
			v, err := decode(raw)
			if err != nil {
				continue
			}
			w := &boundWalk{audit: a, ctx: ctx, tree: t, of: c, index: i, top: v, trials: trials}
			w.visit(t.root(c.task.In[min(i, len(c.task.In)-1)].Value), v, "", func(new any) { w.top = new })
			if w.trouble != nil {
				return w.trouble
			}
		}
	}
	order := slices.Collect(maps.Keys(trials))
	sort.Slice(order, func(i, j int) bool {
		x, y := &order[i], &order[j]
		return x.value+x.at+x.keyword < y.value+y.at+y.keyword
	})
	for _, b := range order {
		if r := trials[b]; !r.passed && r.tries > 0 {
			a.find(Finding{
				Kind:    SchemaTooLax,
				Message: fmt.Sprintf("%s/%s allows %s, which the reference refuses everywhere: %s", b.at, b.keyword, r.number, r.last),
				File:    a.places.schema(b.value), Hint: "move the bound of the schema to the last number that the reference accepts",
			})
		}
	}
	return nil
}

// A boundWalk goes through a value of a case together with its schema.
type boundWalk struct {
	audit   *Audit
	ctx     context.Context
	tree    *tree
	of      *audited
	index   int // of the value
	top     any // the value, which is changed in place and changed back
	trials  map[bound]*trial
	trouble error
}

func (w *boundWalk) visit(n node, v any, pointer string, set func(any)) {
	for _, one := range w.tree.expand(n) {
		if w.trouble != nil {
			return
		}
		switch v := v.(type) {
		case json.Number:
			for _, keyword := range []string{"minimum", "maximum"} {
				if number, ok := one.object()[keyword].(json.Number); ok && hasType(one.object(), "integer") {
					w.try(bound{one.value, one.at, keyword}, number, v, pointer, set)
				}
			}
		case []any:
			for i := range v {
				for _, child := range one.children(strconv.Itoa(i)) {
					w.visit(child, v[i], pointer+"/"+strconv.Itoa(i), func(new any) { v[i] = new })
				}
			}
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				for _, child := range one.children(key) {
					w.visit(child, v[key], string(jsontext.Pointer(pointer).AppendToken(key)), func(new any) { v[key] = new })
				}
			}
		}
	}
}

// try asks a case with a bound in the place of a number.
func (w *boundWalk) try(b bound, number, was json.Number, pointer string, set func(any)) {
	r := w.trials[b]
	if r == nil {
		r = &trial{number: number.String()}
		w.trials[b] = r
	}
	switch {
	case r.passed || r.tries >= boundTries:
		return
	case number == was:
		r.passed = true // the reference has answered the case
		return
	}
	set(number)
	text, err := json.Marshal(w.top)
	set(was)
	if err != nil {
		return
	}
	problems, err := w.tree.set.Explain(w.of.task.In[min(w.index, len(w.of.task.In)-1)].Value, text)
	if err != nil || len(problems) > 0 {
		return // another part of the schema refuses it here
	}
	in := slices.Clone(w.of.In)
	in[w.index] = text
	err = w.of.rules.Oracle(w.of.task.Name)(in, new(game.Output))
	if _, _, w.trouble = answered(w.ctx, err); w.trouble != nil {
		return
	}
	r.tries++
	refused, ok := errors.AsType[*game.Invalid](err)
	r.passed = !ok || refused.Value != w.index || stream.Pointer(in[w.index], refused.Offset) != pointer
	if ok {
		r.last = refused.Message
	}
}
