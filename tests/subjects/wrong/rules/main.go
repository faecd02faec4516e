// Command rules answers the task "rules" of The Bazaar Game wrongly: it checks
// every exchange against the wallet and the bank from before the first one,
// and executes the list only then (against BG-19). So it refuses a list whose
// later exchanges live on what the earlier ones bring, and accepts a list that
// spends a pebble twice. Verdict: wrong-answer.
//
// But for the function run it is the right program beside it, as a student
// would hand it in.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

var colours = [...]string{"red", "white", "blue", "green", "yellow"}

// A bag counts pebbles by colour. Its JSON form is an array of colours whose
// order means nothing.
type bag [len(colours)]int

// UnmarshalJSON counts the colours of an array.
func (b *bag) UnmarshalJSON(data []byte) error {
	var names []string
	if err := json.Unmarshal(data, &names); err != nil {
		return err
	}
	*b = bag{}
next:
	for _, name := range names {
		for i, colour := range colours {
			if name == colour {
				b[i]++
				continue next
			}
		}
		return fmt.Errorf("%q is not a colour", name)
	}
	return nil
}

// MarshalJSON lists the pebbles; a bag without any is [], not null.
func (b bag) MarshalJSON() ([]byte, error) {
	names := []string{}
	for i, colour := range colours {
		for range b[i] {
			names = append(names, colour)
		}
	}
	return json.Marshal(names)
}

func (b bag) contains(other bag) bool {
	for i := range b {
		if b[i] < other[i] {
			return false
		}
	}
	return true
}

// move takes pebbles out of one bag and puts them into another.
func move(pebbles bag, from, to *bag) {
	for i, n := range pebbles {
		from[i] -= n
		to[i] += n
	}
}

// An equation has two sides. As an exchange, the player gives the first side
// and gets the second.
type equation [2]bag

// A turn is what the player sees; only this part of it matters here. The
// scores must not be read into integers, for they can be of any size.
type turn struct {
	Bank   bag `json:"bank"`
	Active struct {
		Wallet bag `json:"wallet"`
	} `json:"active"`
}

// known tells whether an exchange is one of the equations, in either
// direction (BG-18). The sides compare as bags, as Go compares arrays.
func known(exchange equation, equations []equation) bool {
	for _, e := range equations {
		if exchange == e || exchange == (equation{e[1], e[0]}) {
			return true
		}
	}
	return false
}

// run executes a list of exchanges on a wallet and a bank, and tells whether
// it is legal. The empty list is.
func run(exchanges, equations []equation, wallet, bank *bag) bool {
	for _, exchange := range exchanges {
		give, get := exchange[0], exchange[1]
		// The mistake: nothing has been moved yet when the later exchanges are
		// checked.
		if !known(exchange, equations) || !wallet.contains(give) || !bank.contains(get) {
			return false
		}
	}
	for _, exchange := range exchanges {
		move(exchange[0], wallet, bank)
		move(exchange[1], bank, wallet)
	}
	return true
}

func main() {
	var equations, exchanges []equation
	var t turn
	in := json.NewDecoder(os.Stdin)
	for _, value := range []any{&equations, &exchanges, &t} {
		if err := in.Decode(value); err != nil {
			fmt.Fprintln(os.Stderr, "rules: invalid input:", err)
			os.Exit(2)
		}
	}
	wallet, bank := t.Active.Wallet, t.Bank
	answer := []any{false}
	if run(exchanges, equations, &wallet, &bank) {
		answer = []any{wallet, bank}
	}
	out := json.NewEncoder(os.Stdout)
	for _, value := range answer {
		if err := out.Encode(value); err != nil {
			fmt.Fprintln(os.Stderr, "rules:", err)
			os.Exit(1)
		}
	}
}
