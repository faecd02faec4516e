package ubar

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// The append functions write the values of chapter 4 compactly, keys in the
// order in which the spec shows them. Ids, codes and words need no escapes.

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

func appendInt[T int | int8](out []byte, n T) []byte { return strconv.AppendInt(out, int64(n), 10) }

func appendBool(out []byte, b bool) []byte { return strconv.AppendBool(out, b) }

// appendName writes the name of a player, or any other string.
func appendName(out []byte, name string) []byte {
	out, _ = jsontext.AppendQuote(out, name) // the error is for invalid UTF-8, which no name is
	return out
}

func appendNames(out []byte, names []string) []byte { return appendList(out, names, appendName) }

func appendWord(out []byte, word string) []byte {
	out = append(out, '"')
	out = append(out, word...)
	return append(out, '"')
}

// goodKeys are the keys of goods, with what stands before and behind them.
var goodKeys = func() (keys [kinds]string) {
	for k, name := range goodNames {
		keys[k] = `,"` + name + `":`
	}
	keys[0] = `{` + keys[0][1:]
	return keys
}()

func appendGoods(out []byte, g goods) []byte {
	for k, n := range g {
		out = append(out, goodKeys[k]...)
		out = appendInt(out, n)
	}
	return append(out, '}')
}

// appendSomeGoods writes only the goods that there are.
func appendSomeGoods(out []byte, g goods) []byte {
	out = append(out, '{')
	for k, n := range g {
		if n == 0 {
			continue
		}
		if out[len(out)-1] != '{' {
			out = append(out, ',')
		}
		out = append(out, goodKeys[k][1:]...)
		out = appendInt(out, n)
	}
	return append(out, '}')
}

func appendPos(out []byte, p pos) []byte {
	out = append(out, '[')
	out = appendInt(out, p.row)
	out = append(out, ',')
	out = appendInt(out, p.col)
	return append(out, ']')
}

func appendTile(out []byte, t tile) []byte {
	if t == 0 {
		return append(out, "null"...)
	}
	return appendWord(out, t.id())
}

func appendMarket(out []byte, m market) []byte { return appendWord(out, content.markets[m].id) }

func appendPlaced(out []byte, p placed) []byte {
	out = append(out, `{"at":`...)
	out = appendPos(out, p.at)
	out = append(out, `,"tile":`...)
	out = appendTile(out, p.tile)
	return append(out, '}')
}

func appendPlayer(out []byte, p *player, showCoins bool) []byte {
	out = append(out, `{"coins":`...)
	if showCoins {
		out = appendInt(out, p.coins)
	} else {
		out = append(out, "null"...)
	}
	out = append(out, `,"time":`...)
	out = appendInt(out, p.time)
	out = append(out, `,"hold":`...)
	out = appendGoods(out, p.hold)
	out = append(out, `,"tableau":`...)
	out = appendList(out, p.tableau, appendPlaced)
	return append(out, '}')
}

// appendRows writes an array of rows with an element for each cell.
func appendRows(out []byte, g *grid, element func([]byte, pos) []byte) []byte {
	out = append(out, '[')
	for row := range g.rows {
		if row > 0 {
			out = append(out, ',')
		}
		out = append(out, '[')
		for col := range g.cols {
			if col > 0 {
				out = append(out, ',')
			}
			out = element(out, pos{int8(row), int8(col)})
		}
		out = append(out, ']')
	}
	return append(out, ']')
}

func appendGrid(out []byte, g *grid) []byte {
	return appendRows(out, g, func(out []byte, p pos) []byte { return appendTile(out, g.at(p)) })
}

func appendState(out []byte, s *state) []byte {
	out = append(out, `{"round":`...)
	out = appendInt(out, s.round)
	out = append(out, `,"phase":`...)
	out = appendWord(out, phaseNames[s.phase])
	out = append(out, `,"players":[`...)
	for i := range s.players {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendPlayer(out, &s.players[i], true)
	}
	out = append(out, `],"order":`...)
	out = appendList(out, s.order, appendInt[int])
	out = append(out, `,"to_sell":`...)
	out = appendList(out, s.toSell, appendInt[int])
	out = append(out, `,"grid":`...)
	out = appendGrid(out, &s.grid)
	out = append(out, `,"pile":`...)
	out = appendList(out, s.pile, appendTile)
	out = append(out, `,"markets":`...)
	out = appendList(out, s.markets, appendMarket)
	out = append(out, `,"supply":`...)
	out = appendGoods(out, s.supply)
	return append(out, '}')
}

// appendOutcome writes a Result with the groups and winners given.
func appendOutcome(out []byte, s *state, groups [][]int, winners []int, isOver bool) []byte {
	out = append(out, `{"over":`...)
	out = appendBool(out, isOver)
	out = append(out, `,"coins":[`...)
	for i := range s.players {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendInt(out, s.players[i].coins)
	}
	out = append(out, `],"ranking":`...)
	out = appendList(out, groups, func(out []byte, group []int) []byte { return appendList(out, group, appendInt[int]) })
	out = append(out, `,"winners":`...)
	out = appendList(out, winners, appendInt[int])
	return append(out, '}')
}

func appendRequest(out []byte, q *request) []byte {
	if q.sells {
		out = append(out, `{"type":"sell","player":`...)
		out = appendInt(out, q.player)
		out = append(out, `,"goods":`...)
		out = appendSomeGoods(out, q.sold)
		return append(out, '}')
	}
	out = append(out, `{"type":"draft","player":`...)
	out = appendInt(out, q.player)
	out = append(out, `,"take":`...)
	out = appendPos(out, q.take)
	out = append(out, `,"place":`...)
	out = appendPos(out, q.place)
	out = append(out, `,"target":`...)
	if q.hasTarget {
		out = appendPos(out, q.target)
	} else {
		out = append(out, "null"...)
	}
	out = append(out, `,"skip":`...)
	out = appendList(out, q.skip, appendInt[int])
	out = append(out, `,"dumps":`...)
	out = appendList(out, q.dumps, appendSomeGoods)
	return append(out, '}')
}

func appendWind(out []byte, w wind) []byte {
	out = append(out, `{"kind":`...)
	out = appendWord(out, windNames[w.kind])
	if w.kind == line {
		out = append(out, `,"length":`...)
		out = appendInt(out, w.length)
		out = append(out, `,"dir":`...)
		out = appendWord(out, directionNames[w.dir])
	}
	return append(out, '}')
}

func appendSetup(out []byte, b *setup) []byte {
	out = append(out, `{"players":`...)
	out = appendInt(out, len(b.starters))
	out = append(out, `,"starters":`...)
	out = appendList(out, b.starters, appendTile)
	out = append(out, `,"order":`...)
	out = appendList(out, b.order, appendInt[int])
	out = append(out, `,"markets":`...)
	out = appendList(out, b.markets, appendMarket)
	out = append(out, `,"tiles":`...)
	out = appendList(out, b.tiles, appendTile)
	return append(out, '}')
}
