package text

import "testing"

func TestASCII(t *testing.T) {
	for s, want := range map[string]string{
		"": "", "plain\n": "plain\n", "\x1b[1m5 × a…\x1b[0m": "\x1b[1m5 x a...\x1b[0m", "┌─ Zoë ─┐": "+- Zo? -+", "a\xffb": "a?b",
	} {
		if got := ASCII(s); got != want {
			t.Errorf("%q is %q, expected %q", s, got, want)
		}
	}
}
