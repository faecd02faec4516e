package number_test

import (
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/touchstone-harness/touchstone/harness/json/number"
)

func TestInteger(t *testing.T) {
	for _, c := range []struct {
		token, want string
		ok          bool
	}{
		{"0", "0", true},
		{"-0", "0", true},
		{"-0.0", "0", true},
		{"17", "17", true},
		{"-17", "-17", true},
		{"1.0", "1", true},
		{"10e-1", "1", true},
		{"1e0", "1", true},
		{"1E+2", "100", true},
		{"12.50e1", "125", true},
		{"0.5e1", "5", true},
		{"1.5", "", false},
		{"1e-1", "", false},
		{"1e14", "100000000000000", true},
		{"1e15", "", false},
		{"999999999999999.0", "999999999999999", true},
		{"1000000000000000.0", "", false},
		{"1000000000000000000000e-20", "10", true},
		{strings.Repeat("9", 58), strings.Repeat("9", 58), true},
		{"1e10000000", "", false},
		{"1e-10000000", "", false},
		{"0e10000000", "0", true},
		{"0e99999999999999999999", "0", true},
		{"1e99999999999999999999", "", false},
		{"-2.0", "-2", true},
	} {
		got, ok := number.Integer([]byte(c.token))
		if string(got) != c.want || ok != c.ok {
			t.Errorf("Integer(%s) = %q, %v; want %q, %v", c.token, got, ok, c.want, c.ok)
		}
	}
}

// TestNoNumber: what is no number of JSON leads to nonsense, but not to a panic.
func TestNoNumber(t *testing.T) {
	for _, token := range []string{"", "-", ".", "e", "1e", "1e-", "-e+"} {
		number.Integer([]byte(token))
	}
}

// TestIntegerAgreesWithBig compares with exact rational arithmetic.
func TestIntegerAgreesWithBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		token := rapid.StringMatching(`-?(0|[1-9][0-9]{0,18})(\.[0-9]{1,6})?([eE][+-]?[0-9]{1,2})?`).Draw(t, "token")
		value, ok := new(big.Rat).SetString(token)
		if !ok {
			t.Fatalf("big.Rat does not read %s", token)
		}
		plain := !strings.ContainsAny(token, ".eE")
		want := value.IsInt() && (plain || len(new(big.Int).Abs(value.Num()).String()) <= 15)
		got, isInt := number.Integer([]byte(token))
		if isInt != want {
			t.Fatalf("Integer(%s): %v, want %v", token, isInt, want)
		}
		if isInt && string(got) != value.Num().String() {
			t.Fatalf("Integer(%s) = %s, want %s", token, got, value.Num())
		}
	})
}
