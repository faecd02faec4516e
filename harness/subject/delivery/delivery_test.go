package delivery_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/subject/delivery"
)

func TestNames(t *testing.T) {
	tests := []struct {
		d    delivery.Delivery
		want string
	}{
		{delivery.Default, "plain"},
		{delivery.Delivery{Layout: delivery.Pretty}, "pretty"},
		{delivery.Delivery{Layout: delivery.Spaced, Separator: delivery.Joined}, "spaced+joined"},
		{delivery.Delivery{Separator: delivery.Space, Ending: delivery.NoNewline}, "space+no-newline"},
		{delivery.Delivery{Unicode: delivery.Escaped, Pace: delivery.Cut}, "escaped+cut"},
		{delivery.Delivery{Pace: delivery.Dribbled, Stdin: delivery.Late}, "dribbled+late"},
		{delivery.Delivery{Layout: 77}, "unknown-layout"},
	}
	for _, tt := range tests {
		if got := tt.d.String(); got != tt.want {
			t.Errorf("%#v is called %q, want %q", tt.d, got, tt.want)
		}
	}
}

func TestEveryNameIsReadBack(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range delivery.Exhaustive() {
		name := d.String()
		if seen[name] {
			t.Errorf("two deliveries are called %q", name)
		}
		seen[name] = true
		got, err := delivery.Parse(name)
		if err != nil || len(got) != 1 || got[0] != d {
			t.Errorf("Parse(%q) = %v, %v", name, got, err)
		}
	}
}

func TestAxes(t *testing.T) {
	axes := delivery.Axes()
	names := map[string]bool{}
	for _, axis := range axes {
		for i, level := range axis.Levels {
			if names[level.Name] {
				t.Errorf("two levels are called %q", level.Name)
			}
			names[level.Name] = true
			if level.Summary == "" {
				t.Errorf("%s says nothing", level.Name)
			}
			want := level.Name
			if i == 0 {
				want = "plain"
			}
			got, err := delivery.Parse(level.Name)
			if err != nil || len(got) != 1 || got[0].String() != want {
				t.Errorf("Parse(%q) = %v, %v, want %s", level.Name, got, err, want)
			}
		}
	}
	axes[0].Levels[0].Name = "changed"
	if name := delivery.Axes()[0].Levels[0].Name; name != "plain" {
		t.Errorf("a caller could change the name of a level to %q", name)
	}
}

func TestParse(t *testing.T) {
	tests := []struct{ list, want string }{
		{"default", "plain"},
		{"plain", "plain"},
		{"pretty", "pretty"},
		{"cut+escaped", "escaped+cut"},
		{"escaped+raw-is-not-a-name", ""},
		{"plain+escaped", "escaped"},
		{"cut+cut", "cut"},
		{" pretty , escaped+cut", "pretty escaped+cut"},
		{"late,default,late,plain", "late plain"},
	}
	for _, tt := range tests {
		got, err := delivery.Parse(tt.list)
		if names := join(got); names != tt.want || (err != nil) != (tt.want == "") {
			t.Errorf("Parse(%q) = %s, %v, want %s", tt.list, names, err, tt.want)
		}
	}
	for list, want := range map[string][]delivery.Delivery{
		"all":             delivery.Pairwise(),
		"default,all":     delivery.Pairwise(),
		"exhaustive":      delivery.Exhaustive(),
		"exhaustive,all":  delivery.Exhaustive(),
		"all,pretty,all":  append(delivery.Pairwise(), delivery.Delivery{Layout: delivery.Pretty}),
		"plain,all,plain": delivery.Pairwise(),
	} {
		got, err := delivery.Parse(list)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("Parse(%q) = %v, %v, want %v", list, got, err, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct{ list, message, hint string }{
		{"prety", `unknown delivery "prety"`, `did you mean "pretty"? "touchstone help deliveries" lists them`},
		{"al", `unknown delivery "al"`, `did you mean "all"? "touchstone help deliveries" lists them`},
		{"plain,escapd+cut", `unknown delivery "escapd" in "escapd+cut"`, `did you mean "escaped"? "touchstone help deliveries" lists them`},
		{"pretty+all", `unknown delivery "all" in "pretty+all"`, `"touchstone help deliveries" lists them`},
		{"pretty+", `unknown delivery "" in "pretty+"`, `"touchstone help deliveries" lists them`},
		{
			"pretty+spaced",
			`delivery "pretty+spaced" has two levels of layout, pretty and spaced`,
			"separate them by a comma to try both: --deliver pretty,spaced",
		},
		{
			"plain+pretty",
			`delivery "plain+pretty" has two levels of layout, plain and pretty`,
			"separate them by a comma to try both: --deliver plain,pretty",
		},
		{"", "a delivery is empty", "write for example --deliver all or --deliver plain,pretty,escaped+cut"},
		{"pretty,", "a delivery is empty", "write for example --deliver all or --deliver plain,pretty,escaped+cut"},
	}
	for _, tt := range tests {
		got, err := delivery.Parse(tt.list)
		usage, ok := errors.AsType[*game.UsageError](err)
		if got != nil || !ok {
			t.Errorf("Parse(%q) = %v, %v, want a usage error", tt.list, got, err)
			continue
		}
		if diff := cmp.Diff(game.UsageError{Message: tt.message, Hint: tt.hint}, *usage); diff != "" {
			t.Errorf("Parse(%q) (-want +got):\n%s", tt.list, diff)
		}
	}
}

// pairs returns all that meets in the deliveries, as names.
func pairs(deliveries []delivery.Delivery) map[[2]string]bool {
	met := map[[2]string]bool{}
	for _, d := range deliveries {
		all := levels(d)
		for i, a := range all {
			for _, b := range all[i+1:] {
				met[[2]string{a, b}] = true
			}
		}
	}
	return met
}

// levels returns the names of all levels of a delivery, the defaults too.
func levels(d delivery.Delivery) []string {
	apart := strings.Split(d.String(), "+")
	var all []string
	for _, axis := range delivery.Axes() {
		name := axis.Levels[0].Name
		for _, level := range axis.Levels {
			if slices.Contains(apart, level.Name) {
				name = level.Name
			}
		}
		all = append(all, name)
	}
	return all
}

func TestPairwiseIsCompleteAndMinimal(t *testing.T) {
	all, some := delivery.Exhaustive(), delivery.Pairwise()
	met := pairs(some)
	for pair := range pairs(all) {
		if !met[pair] {
			t.Errorf("%s and %s never meet", pair[0], pair[1])
		}
	}
	// Every pair of the two axes with the most levels needs a row.
	var sizes []int
	for _, axis := range delivery.Axes() {
		sizes = append(sizes, len(axis.Levels))
	}
	slices.Sort(sizes)
	if least := sizes[len(sizes)-1] * sizes[len(sizes)-2]; len(some) != least {
		t.Errorf("there are %d deliveries, want %d", len(some), least)
	}
	if some[0] != delivery.Default {
		t.Errorf("the first is %s", some[0])
	}
	some[0] = delivery.Delivery{Stdin: delivery.Late}
	if delivery.Pairwise()[0] != delivery.Default {
		t.Error("a caller could change the set")
	}
}

func TestExhaustiveHasEveryDeliveryOnce(t *testing.T) {
	all := delivery.Exhaustive()
	want := 1
	for _, axis := range delivery.Axes() {
		want *= len(axis.Levels)
	}
	seen := map[delivery.Delivery]bool{}
	for _, d := range all {
		seen[d] = true
	}
	if len(all) != want || len(seen) != want || all[0] != delivery.Default {
		t.Errorf("%d deliveries, %d different ones, the first %s; want %d", len(all), len(seen), all[0], want)
	}
}

func TestDistinct(t *testing.T) {
	tests := []struct {
		deliveries, values, want string
	}{
		// A single number knows only the ending and the time of closing.
		{"exhaustive", `7`, "plain no-newline late no-newline+late"},
		{"plain,pretty,spaced,escaped,space,joined,cut,dribbled", `7`, "plain"},
		{"plain,pretty,spaced,escaped,space,joined,cut,dribbled", `77`, "plain cut"},
		{"plain,pretty,spaced,escaped,space,joined", `[]`, "plain spaced"},
		{"plain,pretty,spaced,escaped,space,joined", `["a"]`, "plain pretty spaced escaped"},
		{"space,joined,newline", `1 2`, "space plain"},
		{"space,joined,newline", `1 "a"`, "space joined plain"},
		{"plain,late,no-newline,pretty", ``, "plain late"},
	}
	for _, tt := range tests {
		deliveries, err := delivery.Parse(tt.deliveries)
		if err != nil {
			t.Fatal(err)
		}
		if got := join(delivery.Distinct(deliveries, values(t, tt.values))); got != tt.want {
			t.Errorf("%s of %s: %s, want %s", tt.deliveries, tt.values, got, tt.want)
		}
	}
}

func join(deliveries []delivery.Delivery) string {
	var names []string
	for _, d := range deliveries {
		names = append(names, d.String())
	}
	return strings.Join(names, " ")
}

// parse returns the one delivery of this name.
func parse(t testing.TB, name string) delivery.Delivery {
	t.Helper()
	all, err := delivery.Parse(name)
	if err != nil || len(all) != 1 {
		t.Fatalf("Parse(%q) = %v, %v", name, all, err)
	}
	return all[0]
}

func values(t testing.TB, text string) []jsontext.Value {
	t.Helper()
	all, err := read(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return all
}
