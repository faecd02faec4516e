package diagnosis

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
)

// refuses says of a program that refuses legal requests, and makes no other mistake, which part all
// of these have and no legal one that it carries out; nil if there is none. What a request has is
// plainer than two readings that refuse these requests together.
func (x *examination) refuses(ctx context.Context) ([]judge.Diagnosis, error) {
	if in := x.Task.In; len(in) == 0 || in[len(in)-1].Repeated || x.wrong < placeMin {
		return nil, nil
	}
	var common map[string]bool
	carried := 0 // legal requests that the program does not refuse
	for i := range x.held {
		h := &x.held[i]
		if refuses(h.want) {
			if i < x.wrong && !h.coded {
				return nil, nil // it is another mistake
			}
			continue
		}
		parts := partsOf(h.Case.In[len(h.Case.In)-1])
		switch {
		case i < x.wrong && (h.Misshapen || !refuses(h.Got)):
			return nil, nil
		case common == nil:
			common = parts
		default:
			if i >= x.wrong {
				carried++
			}
			maps.DeleteFunc(common, func(part string, _ bool) bool { return parts[part] != (i < x.wrong) })
		}
	}
	if len(common) == 0 || carried < placeMin {
		return nil, nil
	}
	left := x.shaped() // which are all
	e, err := x.compare(ctx, left)
	if err != nil {
		return nil, err
	}
	clause := e.there()
	if clause == "" {
		return nil, nil
	}
	return []judge.Diagnosis{x.shared(clause, "refuses every request "+slices.Sorted(maps.Keys(common))[0], left)}, nil
}

// refuses tells whether an answer is that a request is illegal.
func refuses(answer []jsontext.Value) bool {
	return len(answer) > 0 && (answer[0].Kind() == 'f' || string(judge.Member(answer[0], "legal")) == "false")
}

// partsOf are the parts that a request has, as they go on behind "every request": a key with a value
// that is not empty, and what stands at one that says its kind.
func partsOf(request jsontext.Value) map[string]bool {
	var members map[string]jsontext.Value
	_ = json.Unmarshal(request, &members) // what is no object has none
	parts := make(map[string]bool)
	for key, value := range members {
		switch string(value) {
		case "null", "false", "[]", "{}", `""`:
			continue
		}
		parts[fmt.Sprintf("with %q", key)] = true
		if value.Kind() == '"' && len(value) <= sameShownMax {
			parts[fmt.Sprintf("whose %q is %s", key, value)] = true
		}
	}
	return parts
}

// afterRefusal says of a program that all its wrong answers to a sequence of requests begin behind
// the first one that is illegal, "" if that is not so or may be chance: it carries out the others,
// and goes wrong in most cases with an illegal one.
func (x *examination) afterRefusal(left []int) string {
	in := x.Task.In
	if len(in) == 0 || !in[len(in)-1].Repeated || len(left) < x.wrong || x.wrong < habitMin {
		return ""
	}
	legal, refused := 0, 0 // right answers without an illegal request, and with one
	for i := range x.held {
		want := judge.Elements(x.held[i].want, "/0")
		first := slices.IndexFunc(want, x.isCode)
		switch {
		case i >= x.wrong && first < 0:
			legal++
		case i >= x.wrong:
			refused++
		case first < 0:
			return ""
		default:
			got := judge.Elements(x.held[i].Got, "/0")
			if len(got) != len(want) || !slices.EqualFunc(want[:first+1], got[:first+1], func(a, b jsontext.Value) bool {
				return isRefusal(a) == isRefusal(b)
			}) {
				return ""
			}
		}
	}
	if legal < habitMin || refused > x.wrong {
		return ""
	}
	return "goes wrong only after an illegal request"
}

// isCode tells whether the answer to a request is why it is illegal.
func (x *examination) isCode(v jsontext.Value) bool {
	return v.Kind() == '"' && slices.ContainsFunc(x.Game.Codes, func(c game.Code) bool { return `"`+c.Name+`"` == string(v) })
}
