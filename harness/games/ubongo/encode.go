package ubongo

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// The append functions write the values of chapter 4 compactly, with the keys
// in the order of the spec.

// appendString writes any string.
func appendString(out []byte, s string) []byte {
	out, _ = jsontext.AppendQuote(out, s) // s was read from valid JSON or is a constant
	return out
}

func appendInt(out []byte, n int) []byte { return strconv.AppendInt(out, int64(n), 10) }

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

func appendGems(out []byte, g gems) []byte {
	for c, n := range g {
		separator := byte(',')
		if c == 0 {
			separator = '{'
		}
		out = append(out, separator, '"')
		out = append(out, colourNames[c]...)
		out = append(out, `":`...)
		out = appendInt(out, n)
	}
	return append(out, '}')
}

func appendDisplay(out []byte, g gems) []byte {
	out = append(out, `{"blue":`...)
	out = appendInt(out, g[blue])
	out = append(out, `,"brown":`...)
	out = appendInt(out, g[brown])
	return append(out, '}')
}

// appendColour writes a colour, or null for none.
func appendColour(out []byte, c colour) []byte {
	if c == noColour {
		return append(out, "null"...)
	}
	return appendString(out, colourNames[c])
}

// appendBoard writes a board's id, or null for none.
func (r *rules) appendBoard(out []byte, b boardIndex) []byte {
	if b == noBoard {
		return append(out, "null"...)
	}
	return appendString(out, r.content.boards[b].id)
}

func appendCell(out []byte, c cell) []byte {
	out = appendInt(append(out, '['), int(c.row))
	out = appendInt(append(out, ','), int(c.col))
	out = appendInt(append(out, ','), int(c.layer))
	return append(out, ']')
}

func appendSquare(out []byte, at square) []byte {
	out = appendInt(append(out, '['), int(at.row))
	out = appendInt(append(out, ','), int(at.col))
	return append(out, ']')
}

func (r *rules) appendPlacement(out []byte, p placement) []byte {
	out = append(out, `{"piece":`...)
	out = appendString(out, r.content.pieces[p.piece].id)
	out = append(out, `,"cells":`...)
	out = appendList(out, p.cells, appendCell)
	return append(out, '}')
}

func (r *rules) appendPlacements(out []byte, list []placement) []byte {
	return appendList(out, list, r.appendPlacement)
}

// appendProblem writes a footprint and its pieces, in ascending order.
func (r *rules) appendProblem(out []byte, p problem) []byte {
	out = append(out, `{"footprint":`...)
	out = appendList(out, p.footprint, appendSquare)
	out = append(out, `,"pieces":[`...)
	first := true
	p.pieces.each(func(i pieceIndex) {
		if !first {
			out = append(out, ',')
		}
		first = false
		out = appendString(out, r.content.pieces[i].id)
	})
	return append(out, "]}"...)
}

func appendSolved(out []byte, s solved) []byte {
	out = append(out, `{"player":`...)
	out = appendInt(out, s.player)
	out = append(out, `,"time":`...)
	out = appendInt(out, s.timeMs)
	out = append(out, `,"gem":`...)
	out = appendColour(out, s.gem)
	return append(out, '}')
}

// appendOrNull writes a number, or null where it is the one that stands for
// none.
func appendOrNull(out []byte, n, none int) []byte {
	if n == none {
		return append(out, "null"...)
	}
	return appendInt(out, n)
}

func (r *rules) appendState(out []byte, t *table) []byte {
	out = append(out, '{')
	out = r.appendTable(out, t, nobody)
	return append(out, '}')
}
