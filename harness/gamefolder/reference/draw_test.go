package reference_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/judge/picture"
	"github.com/touchstone-harness/touchstone/harness/scene/terminal"
)

const (
	shown = `{"board":[["x",null,"red"],["o","x",10]],"players":[{"name":"Ada","hand":[]},{"name":"bob","hand":["blue",true]}],"uneven":[[1],[2,3]],"turn":null}`
	drawn = `number
+- board ---------------+
|      0     1     2    |
|   #=====#=====#=====# |
| 0 #  x  |     | red # |
|   #-----+-----+-----# |
| 1 #  o  |  x  | 10  # |
|   #=====#=====#=====# |
+-----------------------+
+- players -------------+
| +- 0 -------------+   |
| | name: Ada       |   |
| | hand: none      |   |
| +-----------------+   |
| +- 1 -------------+   |
| | name: bob       |   |
| | hand: blue true |   |
| +-----------------+   |
+-----------------------+
+- uneven --------------+
| 0: 1                  |
| 1: 2 3                |
+-----------------------+
turn: null
`
	said = "board: x, null, red; o, x, 10. players: name: Ada. hand: none.; name: bob. hand: blue, true. uneven: 1; 2, 3. turn: null."
)

// TestDraw: a folder's values are drawn without pictures of its own, whatever they are.
func TestDraw(t *testing.T) {
	r := doubles(t, "one", "20s", `exit 1`) // nobody asks it
	if list := picture.Drawable(r); strings.Join(list, " ") != "digit number" {
		t.Errorf("it draws %v", list)
	}
	s, err := r.(game.Drawer).Draw("number", jsontext.Value(shown))
	if err != nil {
		t.Fatal(err)
	}
	if got := terminal.Draw(s, terminal.Options{ASCII: true}); got != drawn {
		t.Errorf("%s\nwant\n%s", got, drawn)
	}
	if s.Alt != said {
		t.Errorf("it says %s", s.Alt)
	}
	for _, raw := range []string{`[`, `{"a":1,"a":2}`, strings.Repeat("[", 300) + strings.Repeat("]", 300), `"` + strings.Repeat("x", game.DrawnBytesMax) + `"`} {
		if _, err := r.(game.Drawer).Draw("number", jsontext.Value(raw)); err == nil {
			t.Errorf("%.20s is drawn", raw)
		}
	}
}
