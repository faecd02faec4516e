package diagnosis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge"
)

// A miscoding is what codes a program gives for those of the rules.
type miscoding struct {
	want, got []string
	cases     []string
}

// otherCodes say of answers that are wrong only in their codes which codes stand for which. Those
// that a reading explains do not count. Where the program knows all these codes, and gives later
// ones for earlier ones, it may check in another order.
func (x *examination) otherCodes(list []judge.Diagnosis) (found []judge.Diagnosis) {
	explained := make(map[string]bool)
	for i := range list {
		if list[i].Likely {
			continue
		}
		for _, id := range list[i].Cases {
			explained[id] = true
		}
	}
	var all []miscoding // a pair of codes each
	several := false    // rules' codes
	for i := range x.wrong {
		h := &x.held[i]
		if !h.coded || explained[h.Case.ID] {
			continue
		}
		for _, d := range x.strict.CompareBy(h.clause, h.want, h.Got).Differences {
			want, got := x.code(d.Expected), x.code(d.Received)
			if want == nil || got == nil {
				continue
			}
			k := slices.IndexFunc(all, func(m miscoding) bool { return m.want[0] == want.Name && m.got[0] == got.Name })
			if k < 0 {
				k = len(all)
				all = append(all, miscoding{want: []string{want.Name}, got: []string{got.Name}})
			}
			several = several || want.Name != all[0].want[0]
			if !slices.Contains(all[k].cases, h.Case.ID) {
				all[k].cases = append(all[k].cases, h.Case.ID)
			}
		}
	}
	for _, m := range joined(all, several) {
		found = append(found, x.miscoded(&m))
	}
	return found
}

// joined are pairs of codes as few sentences say them: by the code of the rules if it is one, else
// by those of the program.
func joined(all []miscoding, several bool) (list []miscoding) {
	for _, m := range all {
		k := slices.IndexFunc(list, func(o miscoding) bool { return !several || o.got[0] == m.got[0] })
		if k < 0 {
			list = append(list, m)
			continue
		}
		o := &list[k]
		for _, c := range []struct {
			to   *[]string
			from string
		}{{&o.want, m.want[0]}, {&o.got, m.got[0]}} {
			if !slices.Contains(*c.to, c.from) {
				*c.to = append(*c.to, c.from)
			}
		}
		for _, id := range m.cases {
			if !slices.Contains(o.cases, id) {
				o.cases = append(o.cases, id)
			}
		}
	}
	return list
}

// miscoded says which codes stand for which. Its clause is that of the code that the rules give,
// or, of several, that of the program.
func (x *examination) miscoded(m *miscoding) judge.Diagnosis {
	said := fmt.Sprintf("gives the code %s where the rules give %s", quoted(m.got), quoted(m.want))
	order := true
	for _, want := range m.want {
		for _, got := range m.got {
			order = order && x.rank(want) < x.rank(got) && x.knows(want)
		}
	}
	if order {
		// Whether the program finds both faults in these requests, nobody knows.
		said += ", for which they check first"
	}
	name := m.want[0]
	if len(m.want) > 1 {
		name = m.got[0]
	}
	code, _ := x.Game.Code(name)
	return judge.Diagnosis{
		Clause: code.Clause, Mutants: []string{}, Text: said, Explains: len(m.cases), Of: x.wrong, Passes: x.passes, Cases: m.cases,
	}
}

// knows tells whether the program gives a code where it is right.
func (x *examination) knows(name string) bool {
	return slices.ContainsFunc(x.held[x.wrong:], func(h held) bool {
		return slices.ContainsFunc(h.want, func(v jsontext.Value) bool {
			return strings.Contains(string(v), `"`+name+`"`) // no other value of an answer looks like a code
		})
	})
}

// code is the code of the game that a value is, nil for another value.
func (x *examination) code(v jsontext.Value) *game.Code {
	var name string
	if json.Unmarshal(v, &name) != nil {
		return nil
	}
	if c, known := x.Game.Code(name); known {
		return &c
	}
	return nil
}

// rank is the place of a code in the order in which the rules check.
func (x *examination) rank(name string) int {
	return slices.IndexFunc(x.Game.Codes, func(c game.Code) bool { return c.Name == name })
}

// quoted are names in quotation marks, as a sentence lists them: "a", "b" or "c".
func quoted(names []string) string {
	var b strings.Builder
	for i, name := range names {
		switch {
		case i > 0 && i == len(names)-1:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", name)
	}
	return b.String()
}
