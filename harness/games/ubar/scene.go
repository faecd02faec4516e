package ubar

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The values as they are drawn: what programs answer is drawn, too, so that
// nothing is asked of them but the shape.
type (
	drawnPlaced struct {
		At   [2]int `json:"at"`
		Tile string `json:"tile"`
	}
	drawnGoods  map[string]int
	drawnGrid   [][]*string
	drawnPlayer struct {
		Coins   *int          `json:"coins"` // null where it is not shown
		Time    int           `json:"time"`
		Hold    drawnGoods    `json:"hold"`
		Tableau []drawnPlaced `json:"tableau"`
	}
	// A drawnState is a State or a View; a View has the keys that follow phase
	// at the end.
	drawnState struct {
		Round     int           `json:"round"`
		Phase     string        `json:"phase"`
		Players   []drawnPlayer `json:"players"`
		Order     []int         `json:"order"`
		ToSell    []int         `json:"to_sell"`
		Grid      drawnGrid     `json:"grid"`
		Costs     [][]*int      `json:"costs"`
		Pile      []string      `json:"pile"`
		PileCount *int          `json:"pile_count"`
		Markets   []string      `json:"markets"`
		Supply    drawnGoods    `json:"supply"`
		You       *int          `json:"you"`
	}
)

// The bounds of what is drawn, and why.
const (
	// tableauSpan is as far apart as the tiles of a tableau can lie.
	tableauSpan = 1 + tilesMax
	// pileShown is how many tiles of the pile are named: a row of the grid.
	pileShown = 5
	// windMark stands before what a tradewind reaches.
	windMark = "wind "
)

// The goods and the players as they are drawn: colours with letters.
var (
	goodMarks     = [kinds]string{"ca", "ch", "po", "la", "sc"}
	goodColours   = [kinds]scene.Colour{scene.Red, scene.Brown, scene.Green, scene.Yellow, scene.Blue}
	playerColours = [playersMax]scene.Colour{scene.Orange, scene.Teal, scene.Pink, scene.Sand}
)

var drawable = []string{
	"state", "view", "grid", "tableau", "goods", "some-goods", "tile", "starter", "market", "player-state", "setup", "state-shown", "move-answer",
}

// Drawable lists the values that can be drawn.
func (r *rules) Drawable() []string { return slices.Clone(drawable) }

// Draw describes the picture of a value.
func (r *rules) Draw(value string, raw jsontext.Value) (*scene.Scene, error) {
	return r.artists(nil).Draw(value, raw, meanings())
}

// DrawNamed is Draw with the names of the players.
func (r *rules) DrawNamed(value string, raw jsontext.Value, names []string) (*scene.Scene, error) {
	return r.artists(names).Draw(value, raw, meanings())
}

// artists are those that call players by these names.
func (r *rules) artists(names []string) game.Artists {
	state := game.Artist(func(s *drawnState) (*scene.Scene, error) { return r.drawState(s, names) })
	face := game.Artist(func(id *string) (*scene.Scene, error) {
		return scene.New("tile "+*id, tileWords(*id)+".", &scene.Grid{Loose: true, Cells: [][]scene.Cell{{r.drawTile("/", *id, "")}}})
	})
	hold := game.Artist(func(g *drawnGoods) (*scene.Scene, error) {
		return scene.New("goods", goodsWords(*g)+".", &scene.Column{At: "/", Parts: []scene.Part{drawGoods("", "", *g), r.drawShip("", *g)}})
	})
	return game.Artists{
		"state": state, "state-shown": state, "view": state,
		"move-answer": game.AnswerArtist(state),
		"grid": game.Artist(func(g *drawnGrid) (*scene.Scene, error) {
			return scene.New("the grid", gridWords(*g), r.drawGrid("", *g, nil))
		}),
		"tableau": game.Artist(func(t *[]drawnPlaced) (*scene.Scene, error) {
			return scene.New("a tableau", tableauWords(*t), r.drawTableau("", *t))
		}),
		"goods": hold, "some-goods": hold,
		"tile": face, "starter": face,
		"market": game.Artist(func(id *string) (*scene.Scene, error) {
			return scene.New("market card "+*id, marketWords(*id)+".", drawMarket("/", *id, true))
		}),
		"setup": game.Artist(r.drawSetup),
		"player-state": game.Artist(func(p *drawnPlayer) (*scene.Scene, error) {
			return scene.New("a player", playerWords(p), r.drawPlayer("", "player", scene.Edge, p, false))
		}),
	}
}

// meanings are those of the signs in pictures, in the order of a legend.
func meanings() []scene.Meaning {
	var all []scene.Meaning
	for k, name := range goodNames {
		mark := &scene.Text{S: goodMarks[k]}
		all = append(all, scene.Meaning{
			Sign: token(good(k)), Words: name,
			In: func(p scene.Part) bool { return scene.SameSign(p, token(good(k))) || scene.SameSign(p, mark) },
		})
	}
	small := func(s string) *scene.Text { return &scene.Text{S: s, Small: true} }
	return append(all,
		scene.Meaning{Sign: scene.Bold("", "→"), Words: "given for"},
		scene.Meaning{Sign: &scene.Text{S: "●2", Small: true, Colour: scene.Purple}, Words: "time symbols, the base cost", In: scene.Begins("●")},
		scene.Meaning{
			Sign: &scene.Text{S: "●", Small: true, Colour: scene.Purple}, Words: "at a side: adds 1 to the cost of the tile there", In: touches,
		},
		scene.Meaning{
			Sign: small(windMark + "→→"), Words: "re-triggers so many tiles that way", In: func(p scene.Part) bool {
				t, ok := p.(*scene.Text)
				return ok && strings.HasPrefix(t.S, windMark) && strings.ContainsAny(t.S, "↑→↓←")
			},
		},
		scene.Meaning{Sign: small(windMark + "+"), Words: "re-triggers the tiles above, below and beside"},
		scene.Meaning{Sign: small(windMark + "×"), Words: "re-triggers the diagonal tiles"},
		scene.Meaning{Sign: small(windMark + "any"), Words: "re-triggers any one tile"},
		scene.Meaning{Sign: scene.Bold("", "↑"), Words: "above the usual price", In: priced("↑")},
		scene.Meaning{Sign: scene.Bold("", "↓"), Words: "below the usual price", In: priced("↓")},
		scene.Meaning{Sign: scene.Bold("", "►"), Words: "whose turn it is", In: scene.Chosen},
	)
}

// touches tells whether a part is a grid in which symbols touch neighbours.
func touches(p scene.Part) bool {
	grid, ok := p.(*scene.Grid)
	return ok && slices.ContainsFunc(grid.Cells, func(row []scene.Cell) bool {
		return slices.ContainsFunc(row, func(c scene.Cell) bool { return c.Edges != [4]int{} })
	})
}

// priced makes a function that tells whether a text is a price with a mark.
func priced(mark string) func(scene.Part) bool {
	return func(p scene.Part) bool {
		t, ok := p.(*scene.Text)
		return ok && len(t.S) > len(mark) && strings.HasSuffix(t.S, mark) && t.S[0] >= '0' && t.S[0] <= '9'
	}
}

// called is what a player is called in a heading: by name, and as the state does.
func called(names []string, player int) string {
	if player >= 0 && player < len(names) && names[player] != "" {
		return fmt.Sprintf("%s (player %d)", names[player], player)
	}
	return fmt.Sprintf("player %d", player)
}

func (r *rules) drawState(s *drawnState, names []string) (*scene.Scene, error) {
	if err := game.CheckPlayers(len(s.Players)); err != nil {
		return nil, err
	}
	acting, doing := -1, "the game is over"
	switch {
	case s.Phase == phaseNames[drafting] && len(s.Order) > 0:
		acting = s.Order[0]
		doing = called(names, acting) + " drafts"
	case s.Phase == phaseNames[selling] && len(s.ToSell) > 0:
		acting = s.ToSell[0]
		doing = called(names, acting) + " sells"
	}
	heading := fmt.Sprintf("round %d: %s", s.Round, doing)
	if s.You != nil {
		heading += fmt.Sprintf(" (seen by %s)", called(names, *s.You))
	}
	body := &scene.Column{At: "/", Parts: []scene.Part{
		scene.Line("/phase", scene.Bold("", heading)),
		&scene.Panel{At: "/order", Title: "Time track with the markers of the players", Body: drawTrack(s)},
		&scene.Panel{Title: "Grid and pile", Body: scene.Stack("", r.drawGrid("/grid", s.Grid, s.Costs), drawPile(s))},
		&scene.Panel{At: "/markets", Title: "Markets, that of this round first", Body: drawMarkets(s.Markets)},
		&scene.Panel{At: "/supply", Title: "Supply", Body: drawGoods("", "/supply", s.Supply)},
	}}
	row := scene.Flow("")
	alt := strings.Builder{}
	fmt.Fprintf(&alt, "%s. ", strings.ToUpper(heading[:1])+heading[1:])
	for i := range s.Players {
		p := &s.Players[i]
		colour := scene.Edge
		if i < playersMax {
			colour = playerColours[i]
		}
		title := called(names, i)
		if title == called(nil, i) {
			title = "P" + title[1:] // without a name it begins a sentence
		}
		row.Parts = append(row.Parts, r.drawPlayer(scene.At("players", i), title, colour, p, i == acting))
		fmt.Fprintf(&alt, "%s: %s ", title, playerWords(p))
	}
	body.Parts = append(body.Parts, row)
	alt.WriteString(gridWords(s.Grid))
	fmt.Fprintf(&alt, " P%s.", pileWords(s)[1:])
	for i, id := range s.Markets {
		if i == 0 {
			fmt.Fprintf(&alt, " The market: %s.", marketWords(id))
		}
	}
	if len(s.Markets) > 1 {
		fmt.Fprintf(&alt, " The markets after it: %s.", strings.Join(s.Markets[1:], ", "))
	}
	fmt.Fprintf(&alt, " Supply: %s.", goodsWords(s.Supply))
	return scene.New("The Bazaars of Ubar", alt.String(), body)
}

// drawTrack draws the time track with the markers on it, the earliest of a space
// at the bottom (UB-11). The spaces up to the end of each round stay together: on
// a telephone each round is a line.
func drawTrack(s *drawnState) scene.Part {
	var stacks [spaceMax + 1][]int
	high := 1
	for _, player := range s.Order[:min(len(s.Order), game.DrawnPlayersMax)] {
		if player >= 0 && player < min(len(s.Players), playersMax) {
			if at := s.Players[player].Time; at >= 0 && at <= spaceMax {
				stacks[at] = append(stacks[at], player)
				high = max(high, len(stacks[at]))
			}
		}
	}
	track := &scene.Row{Gap: scene.Tight, Wrap: true}
	first := 0
	for _, end := range content.ends {
		track.Parts = append(track.Parts, drawSpaces(stacks[first:end+1], first, high))
		first = end + 1
	}
	return track
}

// drawSpaces draws a part of the time track that begins with space first, with
// room for so many markers on each other.
func drawSpaces(stacks [][]int, first, high int) scene.Part {
	const size, radius = 18, 8.0 // pixels: the longest part has room on a telephone
	f := &scene.Figure{W: len(stacks) * size, H: (high+1)*size + 1}
	lines := make([][]rune, high+2)
	for i := range lines {
		lines[i] = []rune(strings.Repeat(" ", len(stacks)))
	}
	floor := float64(high * size)
	for i, stack := range stacks {
		at, x := first+i, float64(i*size)
		square := scene.Shape{Fill: scene.Paper, Stroke: scene.Edge, Points: box(x, floor, size, size)}
		lines[high][i] = '·'
		if at == 0 || slices.Contains(content.ends[:], at) {
			square.Fill = scene.Purple
			square.Label = strconv.Itoa(at)
			lines[high][i] = '■'
			copy(lines[high+1][max(0, i+1-len(square.Label)):], []rune(square.Label))
		}
		f.Shapes = append(f.Shapes, square)
		for k, player := range stack {
			disc := scene.Shape{Fill: playerColours[player], Stroke: playerColours[player], Label: strconv.Itoa(player)}
			const corners = 16
			for c := range corners {
				sin, cos := math.Sincos(2 * math.Pi * float64(c) / corners)
				disc.Points = append(disc.Points, scene.Point{X: x + size/2 + radius*cos, Y: floor - size*float64(k) - size/2 + radius*sin})
			}
			f.Shapes = append(f.Shapes, disc)
			lines[high-1-k][i] = rune('0' + player)
		}
	}
	for _, l := range lines {
		f.Lines = append(f.Lines, strings.TrimRight(string(l), " "))
	}
	return f
}

func box(x, y, w, h float64) []scene.Point {
	return []scene.Point{{X: x, Y: y}, {X: x + w, Y: y}, {X: x + w, Y: y + h}, {X: x, Y: y + h}}
}

// drawGrid draws the common tiles with what it costs to draft each (UB-22).
func (r *rules) drawGrid(at string, g drawnGrid, costs [][]*int) scene.Part {
	grid := &scene.Grid{At: at, Loose: true, Room: 11, RoomLines: 4}
	if at == "" {
		grid.At = "/"
	}
	for row, tiles := range g {
		grid.RowNames = append(grid.RowNames, strconv.Itoa(row))
		cells := make([]scene.Cell, 0, len(tiles))
		for col, id := range tiles {
			for len(grid.ColNames) <= col {
				grid.ColNames = append(grid.ColNames, strconv.Itoa(len(grid.ColNames)))
			}
			place := fmt.Sprintf("%s/%d/%d", at, row, col)
			if id == nil {
				cells = append(cells, scene.Cell{At: place})
				continue
			}
			cost := drawnCost(g, row, col)
			if row < len(costs) && col < len(costs[row]) && costs[row][col] != nil {
				cost = *costs[row][col]
			}
			cells = append(cells, r.drawTile(place, *id, fmt.Sprintf("cost %d", cost)))
		}
		grid.Cells = append(grid.Cells, cells)
	}
	return grid
}

// drawnCost is what the rules ask for a tile of a grid of any size.
func drawnCost(g drawnGrid, row, col int) int {
	t, ok := tileNamed([]byte(*g[row][col]))
	if !ok {
		return 0
	}
	sum := t.face().base
	for d := up; d <= left; d++ {
		step := d.step()
		r, c := row+int(step.row), col+int(step.col)
		if r < 0 || r >= len(g) || c < 0 || c >= len(g[r]) || g[r][c] == nil {
			continue
		}
		if neighbour, ok := tileNamed([]byte(*g[r][c])); ok {
			sum += neighbour.face().touch[d.opposite()]
		}
	}
	return sum
}

// drawTile draws what a tile shows: its symbols, those that touch neighbours at
// the sides, its exchange, its wind. Cost is what it costs where it lies; "" for
// the tile alone.
func (r *rules) drawTile(at, id, cost string) scene.Cell {
	cell := scene.Cell{At: at, Area: "tile"}
	t, ok := tileNamed([]byte(id))
	if !ok {
		cell.Body = scene.Bold("", id+"?")
		return cell
	}
	face := t.face()
	head := []scene.Part{scene.Bold("", id)}
	body := &scene.Column{Middle: true, Gap: scene.Tight}
	if !t.isStarter() {
		head = append(head, &scene.Text{S: fmt.Sprintf("●%d", face.base), Colour: scene.Purple, Small: true})
		cell.Edges = face.touch
	}
	body.Parts = append(body.Parts, scene.Line("", head...), drawAction(face))
	if !t.isStarter() {
		body.Parts = append(body.Parts, &scene.Text{S: windText(face.wind), Small: true})
	}
	if cost != "" {
		body.Parts = append(body.Parts, &scene.Text{S: cost, Small: true, Bold: true})
	}
	cell.Body = body
	return cell
}

// drawAction draws an exchange.
func drawAction(face *tileFace) scene.Part {
	if !face.acts {
		return &scene.Text{S: "no action", Small: true, Colour: scene.Faint}
	}
	row := &scene.Row{Gap: scene.Tight}
	if face.action.time > 0 {
		row.Parts = append(row.Parts, &scene.Text{S: fmt.Sprintf("time %d", face.action.time), Small: true})
	}
	row.Parts = append(row.Parts, drawSides(face.action.give)...)
	row.Parts = append(row.Parts, scene.Bold("", "→"))
	row.Parts = append(row.Parts, drawSides(face.action.get)...)
	return row
}

func drawSides(g goods) (parts []scene.Part) {
	for k, n := range g {
		if n > 0 && len(parts) > 0 {
			parts = append(parts, scene.Say("", " "))
		}
		if n > 1 {
			parts = append(parts, scene.Say("", strconv.Itoa(int(n))))
		}
		if n > 0 {
			parts = append(parts, token(good(k)))
		}
	}
	return parts
}

func token(k good) *scene.Token {
	return &scene.Token{Mark: goodMarks[k], Colour: goodColours[k], Form: scene.Square}
}

// windText shows a tradewind: as many arrows as the line is long, or which
// neighbours it reaches.
func windText(w wind) string {
	switch w.kind {
	case line:
		return windMark + strings.Repeat([...]string{"↑", "→", "↓", "←"}[w.dir], w.length)
	case anyTile:
		return windMark + "any"
	case orthogonal:
		return windMark + "+"
	case diagonal:
		return windMark + "×"
	}
	return ""
}

func drawPile(s *drawnState) scene.Part {
	at := "/pile"
	if s.PileCount != nil {
		at = "/pile_count"
	}
	return scene.Say(at, pileWords(s))
}

// pileWords tells how many tiles the pile has, and the next of them, if they are
// shown.
func pileWords(s *drawnState) string {
	if s.PileCount != nil {
		return "pile: " + text.Count(*s.PileCount, "tile")
	}
	words := "pile: " + text.Count(len(s.Pile), "tile")
	if n := min(len(s.Pile), pileShown); n > 0 {
		words += ", the next " + strings.Join(s.Pile[:n], " ")
	}
	return words
}

func drawMarkets(ids []string) scene.Part {
	all := scene.Stack("")
	for i, id := range ids {
		all.Parts = append(all.Parts, drawMarket(scene.At("markets", i), id, i == 0))
	}
	if len(ids) == 0 {
		all.Parts = append(all.Parts, scene.Dim("", "none left"))
	}
	return all
}

// drawMarket draws the prices of a card.
func drawMarket(at, id string, current bool) scene.Part {
	row := &scene.Row{At: at, Parts: []scene.Part{&scene.Text{S: id, Bold: current}}, Wrap: true}
	m, ok := marketNamed([]byte(id))
	if !ok {
		row.Parts = append(row.Parts, scene.Say("", "?"))
		return row
	}
	for k, price := range content.markets[m].prices {
		mark := ""
		switch normal := content.prices[k]; {
		case price > normal:
			mark = "↑"
		case price < normal:
			mark = "↓"
		}
		row.Parts = append(row.Parts, token(good(k)), &scene.Text{S: strconv.Itoa(price) + mark, Bold: mark != ""})
	}
	return row
}

func (r *rules) drawPlayer(at, title string, colour scene.Colour, p *drawnPlayer, acting bool) scene.Part {
	coins := "coins hidden"
	if p.Coins != nil {
		coins = text.Count(*p.Coins, "coin")
	}
	if acting {
		title = "► " + title
	}
	place := at
	if place == "" {
		place = "/"
	}
	return &scene.Panel{At: place, Title: title, Colour: colour, Strong: acting, Body: scene.Stack("",
		scene.Line("", scene.Say(at+"/coins", coins), scene.Say(at+"/time", fmt.Sprintf("time %d", p.Time))),
		scene.Stack(at+"/hold", drawGoods("", at+"/hold", p.Hold), r.drawShip("", p.Hold)),
		r.drawTableau(at+"/tableau", p.Tableau),
	)}
}

// drawGoods draws how many there are of each good, whatever they are called.
func drawGoods(place, at string, g drawnGoods) scene.Part {
	row := &scene.Row{At: place, Wrap: true}
	for k, name := range goodNames {
		if n := g[name]; n != 0 {
			row.Parts = append(row.Parts, &scene.Row{At: at + "/" + name, Gap: scene.Tight, Parts: []scene.Part{
				token(good(k)), scene.Say("", fmt.Sprintf("×%d", n)),
			}})
		}
	}
	if len(row.Parts) == 0 {
		row.Parts = append(row.Parts, scene.Dim("", "no goods"))
	}
	return row
}

// drawShip draws an arrangement of the goods on the ship (UB-51).
func (r *rules) drawShip(at string, held drawnGoods) scene.Part {
	var g goods
	packer := r.right.packer()
	for k, name := range goodNames {
		if n := held[name]; n < 0 || n > goodsMax[k] {
			return scene.Bold("", "does not fit on the ship")
		}
		g[k] = int8(held[name])
	}
	if !packer.fits(g) {
		return scene.Bold("", "does not fit on the ship")
	}
	ship := content.ship
	grid := &scene.Grid{At: at, Close: true, Cells: make([][]scene.Cell, ship.rows)}
	for row := range grid.Cells {
		grid.Cells[row] = make([]scene.Cell, ship.cols)
		for col := range grid.Cells[row] {
			grid.Cells[row][col] = scene.Cell{Area: "blank"}
		}
	}
	for i, s := range packer.stow(g) {
		for space := range shipCells {
			if s.spaces&(1<<space) != 0 {
				grid.Cells[space%ship.rows][space/ship.rows] = scene.Cell{
					Area: strconv.Itoa(i), Fill: goodColours[s.good], Full: true, Body: &scene.Text{S: goodMarks[s.good], Small: true},
				}
			}
		}
	}
	return grid
}

// drawTableau draws the tiles where they lie. Only their actions matter after
// they have been placed (UB-41).
func (r *rules) drawTableau(at string, tiles []drawnPlaced) scene.Part {
	place := at
	if place == "" {
		place = "/"
	}
	if len(tiles) == 0 {
		return scene.Dim(place, "no tiles")
	}
	low, high := tiles[0].At, tiles[0].At
	for _, t := range tiles {
		for axis := range 2 {
			low[axis], high[axis] = min(low[axis], t.At[axis]), max(high[axis], t.At[axis])
		}
	}
	rows, cols := high[0]-low[0]+1, high[1]-low[1]+1
	if rows < 1 || cols < 1 || rows > tableauSpan || cols > tableauSpan || len(tiles) > tableauSpan {
		return scene.Say(place, text.Count(len(tiles), "tile")+", too far apart to draw")
	}
	grid := &scene.Grid{At: place, Loose: true, Cells: make([][]scene.Cell, rows)}
	for row := range grid.Cells {
		grid.Cells[row] = make([]scene.Cell, cols)
		grid.RowNames = append(grid.RowNames, strconv.Itoa(low[0]+row))
	}
	for col := range cols {
		grid.ColNames = append(grid.ColNames, strconv.Itoa(low[1]+col))
	}
	for i, placed := range tiles {
		cell := scene.Cell{At: fmt.Sprintf("%s/%d", at, i), Area: "tile", Body: scene.Bold("", placed.Tile+"?")}
		if t, ok := tileNamed([]byte(placed.Tile)); ok {
			cell.Body = &scene.Column{Middle: true, Gap: scene.Tight, Parts: []scene.Part{scene.Bold("", placed.Tile), drawAction(t.face())}}
		}
		grid.Cells[placed.At[0]-low[0]][placed.At[1]-low[1]] = cell
	}
	return grid
}

// goodsWords tells goods: "2 carpets, 1 lamp".
func goodsWords(g drawnGoods) string {
	var words []string
	for _, name := range goodNames {
		if n := g[name]; n != 0 {
			words = append(words, text.Count(n, name))
		}
	}
	if len(words) == 0 {
		return "no goods"
	}
	return strings.Join(words, ", ")
}

func playerWords(p *drawnPlayer) string {
	coins := "coins hidden"
	if p.Coins != nil {
		coins = text.Count(*p.Coins, "coin")
	}
	return fmt.Sprintf("%s, time %d, holds %s. %s", coins, p.Time, goodsWords(p.Hold), tableauWords(p.Tableau))
}

func tableauWords(tiles []drawnPlaced) string {
	var words []string
	for _, t := range tiles {
		words = append(words, fmt.Sprintf("%s at row %d, column %d", t.Tile, t.At[0], t.At[1]))
	}
	return "Tiles: " + strings.Join(words, "; ") + "."
}

func gridWords(g drawnGrid) string {
	var words []string
	for row, tiles := range g {
		for col, id := range tiles {
			if id != nil {
				words = append(words, fmt.Sprintf("%s for %d", *id, drawnCost(g, row, col)))
			}
		}
	}
	if len(words) == 0 {
		return "The grid is empty."
	}
	return "In the grid: " + strings.Join(words, ", ") + "."
}

func marketWords(id string) string {
	m, ok := marketNamed([]byte(id))
	if !ok {
		return id
	}
	var words []string
	for k, price := range content.markets[m].prices {
		words = append(words, fmt.Sprintf("%s %d", goodNames[k], price))
	}
	return id + ", " + strings.Join(words, ", ")
}

func tileWords(id string) string {
	t, ok := tileNamed([]byte(id))
	if !ok {
		return id
	}
	face := t.face()
	words := fmt.Sprintf("%s with %s", id, text.Count(face.base, "time symbol"))
	if t.isStarter() {
		words = id
	}
	return words + ", " + windText(face.wind)
}
