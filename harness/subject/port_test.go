//go:build unix

package subject

import (
	"context"
	"strings"
	"testing"
)

// TestPort: a program gets its port as an argument, where the command says or at
// the end, and in its environment, however it is held.
func TestPort(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ args, want string }{
		{"a b", `"a b 4711 4711"`},
		{"{port} --at=:{port} b", `"4711 --at=:4711 b 4711"`},
	} {
		for _, isolation := range []Isolation{Best, Unisolated} {
			t.Run(test.args+"/"+string(isolation), func(t *testing.T) {
				argv := append([]string{"sh", "-c", `printf '"%s"' "$* $TOUCHSTONE_PORT"`, "sh"}, strings.Fields(test.args)...)
				c := &Command{Argv: argv, Isolation: isolation}
				if err := c.Resolve(); err != nil {
					t.Fatal(err)
				}
				defer c.Close()
				a := c.At(4711).Run(context.Background(), nil, Limits{})
				if len(a.Values) != 1 || string(a.Values[0]) != test.want {
					t.Errorf("the program has %s, expected %s: %+v", a.Values, test.want, a)
				}
			})
		}
	}
}
