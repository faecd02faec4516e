package gradebook

import (
	"slices"
	"sort"

	"github.com/touchstone-harness/touchstone/harness/course"
)

// The bounds of likenesses, and why.
const (
	// rareShare is the share of the teams, one in so many, up to which a wrong answer
	// is rare; two always may give it.
	rareShare = 10
	// alikeMin is in how many cases two teams must give the same rare wrong answer
	// before it is worth a look: one or two are chance.
	alikeMin = 3
	// likenessesShown is how many pairs of teams a page shows.
	likenessesShown = 15
	// rareTeamsMax bounds the pairs that one answer makes in a large course.
	rareTeamsMax = 30
)

// A Likeness is two teams whose programs give the same rare wrong answers.
type Likeness struct {
	Teams [2]string
	Task  string
	Cases []string // in which they do, in their order
	Wrong [2]int   // answers of each that are wrong
}

// Likenesses are the pairs of teams with the most rare wrong answers in common. It
// is a hint where to look, and says nothing about why: a misreading, or a lecture,
// can be shared too.
func (b *Book) Likenesses() []Likeness {
	type pair struct{ a, b int }
	var list []Likeness
	rare := min(rareTeamsMax, max(2, len(b.Records)/rareShare))
	for i := range b.Plans {
		plan := &b.Plans[i]
		wrong := make([]int, len(b.Records))
		given := make(map[string]map[string][]int) // by case and answer: the teams
		for n := range b.Records {
			for k := range b.Records[n].Parts {
				p := &b.Records[n].Parts[k]
				if p.Task != plan.Task || p.Part != course.Cases {
					continue
				}
				for _, f := range p.Failures {
					if f.Answer == "" {
						continue
					}
					wrong[n]++
					if given[f.Case] == nil {
						given[f.Case] = make(map[string][]int)
					}
					given[f.Case][f.Answer] = append(given[f.Case][f.Answer], n)
				}
			}
		}
		index := make(map[pair]int)
		for c := range plan.Cases {
			byAnswer := given[plan.Cases[c].ID]
			answers := make([]string, 0, len(byAnswer))
			for answer := range byAnswer {
				answers = append(answers, answer)
			}
			slices.Sort(answers)
			for _, answer := range answers {
				teams := byAnswer[answer]
				if len(teams) > rare {
					continue
				}
				for x := range teams {
					for _, y := range teams[x+1:] {
						at, known := index[pair{teams[x], y}]
						if !known {
							at = len(list)
							index[pair{teams[x], y}] = at
							list = append(list, Likeness{
								Teams: [2]string{b.Records[teams[x]].Team, b.Records[y].Team}, Task: plan.Task, Wrong: [2]int{wrong[teams[x]], wrong[y]},
							})
						}
						list[at].Cases = append(list[at].Cases, plan.Cases[c].ID)
					}
				}
			}
		}
	}
	list = slices.DeleteFunc(list, func(l Likeness) bool { return len(l.Cases) < alikeMin })
	sort.SliceStable(list, func(i, j int) bool { return len(list[i].Cases) > len(list[j].Cases) })
	return list[:min(len(list), likenessesShown)]
}
