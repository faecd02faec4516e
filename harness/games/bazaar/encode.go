package bazaar

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// The append functions write the values of chapter 4 compactly, bags in the
// order r w b g y.

// quoted and commaQuoted have the JSON text of each colour, without and with a
// comma before it.
var (
	quoted      = quotedBehind("")
	commaQuoted = quotedBehind(",")
)

func quotedBehind(before string) (texts [colours]string) {
	for c, name := range colourNames {
		texts[c] = before + strconv.Quote(name)
	}
	return texts
}

func appendBag(out []byte, b bag) []byte {
	out = append(out, '[')
	first := true
	for _, c := range writingOrder {
		for range b.count(c) {
			if first {
				out = append(out, quoted[c]...)
				first = false
			} else {
				out = append(out, commaQuoted[c]...)
			}
		}
	}
	return append(out, ']')
}

// appendList writes an array of anything that can be appended.
func appendList[T any](out []byte, list []T, element func([]byte, T) []byte) []byte {
	out = append(out, '[')
	for i, e := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = element(out, e)
	}
	return append(out, ']')
}

func appendCard(out []byte, c card) []byte {
	if c.face() {
		out = append(out, `{"face?":true,"pebbles":`...)
	} else {
		out = append(out, `{"face?":false,"pebbles":`...)
	}
	out = appendBag(out, c.pebbles())
	return append(out, '}')
}

func appendCards(out []byte, cards []card) []byte { return appendList(out, cards, appendCard) }

func appendExchange(out []byte, x exchange) []byte {
	out = append(out, '[')
	out = appendBag(out, x.give)
	out = append(out, ',')
	out = appendBag(out, x.get)
	return append(out, ']')
}

func appendExchanges(out []byte, list []exchange) []byte {
	return appendList(out, list, appendExchange)
}

func appendEquation(out []byte, e equation) []byte { return appendExchange(out, e.exchange) }

func appendNatural(out []byte, n natural) []byte { return n.appendTo(out) }

// appendString writes a string that needs no escapes or any other.
func appendString(out []byte, s string) []byte {
	out, _ = jsontext.AppendQuote(out, s) // s was read from valid JSON or is a constant
	return out
}

func appendNames(out []byte, names []string) []byte { return appendList(out, names, appendString) }

func appendColour(out []byte, c colour) []byte { return append(out, quoted[c]...) }

// appendSpelled writes equations as they were written: in their order, with
// their sides and pebbles in theirs, since cheats depend on it (11.3, BG-74,
// BG-75).
func appendSpelled(out []byte, list []equation) []byte {
	return appendList(out, list, func(out []byte, e equation) []byte {
		return appendList(out, e.written[:], func(out []byte, side []colour) []byte {
			return appendList(out, side, appendColour)
		})
	})
}

// appendWallet writes a wallet, as its list if that is wanted.
func appendWallet(out []byte, p *player, spelled bool) []byte {
	if spelled {
		return appendList(out, p.written, appendColour)
	}
	return appendBag(out, p.wallet)
}

// appendPlayer writes a Player, with "cards" if the value has them.
func appendPlayer(out []byte, p *player, spelled bool) []byte {
	out = append(out, `{"wallet":`...)
	out = appendWallet(out, p, spelled)
	out = append(out, `,"score":`...)
	out = p.score.appendTo(out)
	if p.hasCard {
		out = append(out, `,"cards":`...)
		out = appendCards(out, p.cards)
	}
	return append(out, '}')
}

func appendTurn(out []byte, t *turn) []byte { return appendLiveTurn(out, t, false) }

// appendLiveTurn writes the Turn of a call, with the wallet as written if the
// rules depend on that (chapter 10).
func appendLiveTurn(out []byte, t *turn, spelled bool) []byte {
	out = append(out, `{"bank":`...)
	out = appendBag(out, t.bank)
	out = append(out, `,"cards":`...)
	out = appendCards(out, t.visibles)
	out = append(out, `,"active":`...)
	out = appendPlayer(out, &t.active, spelled)
	out = append(out, `,"scores":`...)
	out = appendList(out, t.scores, appendNatural)
	return append(out, '}')
}

func appendState(out []byte, t *table) []byte {
	return appendStateWith(out, t, nil, false)
}

// appendStateWith writes a State, with its equations as they are to stand there
// if they are given, and the wallets as written if the rules depend on that
// (chapter 10).
func appendStateWith(out []byte, t *table, equations []byte, spelled bool) []byte {
	out = append(out, `{"equations":`...)
	if equations != nil {
		out = append(out, equations...)
	} else {
		out = appendList(out, t.equations, appendEquation)
	}
	out = append(out, `,"bank":`...)
	out = appendBag(out, t.bank)
	out = append(out, `,"visibles":`...)
	out = appendCards(out, t.visibles)
	out = append(out, `,"cards":`...)
	out = appendCards(out, t.hidden)
	out = append(out, `,"players":[`...)
	for i := range t.players {
		if i > 0 {
			out = append(out, ',')
		}
		p := &t.players[i]
		out = append(out, `{"name":`...)
		out = appendString(out, p.name)
		out = append(out, `,"wallet":`...)
		out = appendWallet(out, p, spelled)
		out = append(out, `,"score":`...)
		out = p.score.appendTo(out)
		out = append(out, `,"cards":`...)
		out = appendCards(out, p.cards)
		out = append(out, '}')
	}
	out = append(out, `],"dropouts":`...)
	out = appendNames(out, t.dropouts)
	out = append(out, `,"phase":`...)
	out = appendString(out, phaseNames[t.phase])
	return append(out, '}')
}
