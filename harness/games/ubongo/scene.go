package ubongo

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/scene"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The values as they are drawn: what programs answer is drawn, too, so that
// nothing is asked of them but the shape.
type (
	drawnPlacement struct {
		Piece string   `json:"piece"`
		Cells [][3]int `json:"cells"`
	}
	// A drawnProblem is a Problem, or the task of a view.
	drawnProblem struct {
		Board     string   `json:"board"`
		Die       int      `json:"die"`
		Footprint [][2]int `json:"footprint"`
		Pieces    []string `json:"pieces"`
	}
	drawnGems   map[string]int
	drawnPlayer struct {
		Name  string         `json:"name"`
		Level string         `json:"level"`
		Stack jsontext.Value `json:"stack"` // boards, or how many they are
		Board *string        `json:"board"`
		Gems  drawnGems      `json:"gems"`
	}
	// A drawnState is a State or a View.
	drawnState struct {
		Phase   string        `json:"phase"`
		Round   int           `json:"round"`
		Roller  int           `json:"roller"`
		Flipper int           `json:"flipper"`
		Die     *int          `json:"die"`
		Glass   int           `json:"glass"`
		Players []drawnPlayer `json:"players"`
		Solved  []struct {
			Player int    `json:"player"`
			Time   int    `json:"time"`
			Gem    string `json:"gem"`
		} `json:"solved"`
		Out     []int          `json:"out"`
		Display drawnGems      `json:"display"`
		Bag     jsontext.Value `json:"bag"` // gems, or how many they are
		Winner  *int           `json:"winner"`
		Player  *int           `json:"player"`
	}
	drawnSolution struct {
		Count jsontext.Value   `json:"count"`
		First []drawnPlacement `json:"first"`
	}
	drawnRewards struct {
		Gains   []drawnGems `json:"gains"`
		Points  []int       `json:"points"`
		Display drawnGems   `json:"display"`
		Bag     drawnGems   `json:"bag"`
		Order   []int       `json:"order"`
		Draws   []*string   `json:"draws"`
	}
	drawnSetup struct {
		Players []struct {
			Name  string   `json:"name"`
			Level string   `json:"level"`
			Stack []string `json:"stack"`
		} `json:"players"`
		Youngest int `json:"youngest"`
		Flipper  int `json:"flipper"`
	}
)

// The bounds of what is drawn, and why.
const (
	// spanMax is the most rows, columns and layers: what requests can name.
	spanMax = 32
	// cubesMax is eight pieces of eight cells.
	cubesMax = 64
)

// The colours of pieces: two for each that the names know, so that neighbours
// differ. Their names stand on them.
var pieceColours = map[string]scene.Colour{
	"r2": scene.Red, "r4": scene.Pink, "g3": scene.Green, "g5": scene.Teal,
	"b4": scene.Blue, "b5": scene.Purple, "y4": scene.Yellow, "y5": scene.Orange,
}

var gemMarks = map[string]string{"red": "R", "blue": "B", "green": "G", "brown": "A"}

// Drawable lists the values that can be drawn.
func (r *rules) Drawable() []string {
	return []string{
		"state", "view", "problem", "placements", "rewards", "setup", "request", "solo", "move-answer", "solve-answer", "rewards-answer",
	}
}

// Draw describes the picture of a value.
func (r *rules) Draw(value string, raw jsontext.Value) (*scene.Scene, error) {
	return r.artists().Draw(value, raw, r.meanings())
}

func (r *rules) artists() game.Artists {
	state := game.Artist(r.drawState)
	return game.Artists{
		"state": state, "view": state, "move-answer": game.AnswerArtist(state),
		"problem": game.Artist(func(p *drawnProblem) (*scene.Scene, error) {
			return scene.New("a problem", problemWords(r.given(p)), r.drawProblem(p))
		}),
		"placements": game.Artist(func(list *[]drawnPlacement) (*scene.Scene, error) {
			return scene.New("placements", placementsWords(*list), drawPlacements("/", "", *list))
		}),
		"solve-answer": game.Artist(func(s *drawnSolution) (*scene.Scene, error) {
			body := scene.Stack("/", scene.Say("/count", "solutions: "+string(s.Count)))
			if s.First != nil {
				body.Parts = append(body.Parts, drawPlacements("/first", "/first", s.First))
			}
			return scene.New("solutions", "Solutions: "+string(s.Count)+". The first: "+placementsWords(s.First), body)
		}),
		"rewards": game.Artist(drawRewards), "rewards-answer": game.Artist(drawRewards),
		"setup": game.Artist(drawSetup), "request": game.Artist(drawRequest), "solo": game.Artist(drawSolo),
	}
}

// meanings are those of the signs in pictures, in the order of a legend.
func (r *rules) meanings() []scene.Meaning {
	var all []scene.Meaning
	for c, name := range colourNames {
		all = append(all, scene.Meaning{Sign: gem(name), Words: fmt.Sprintf("%s, worth %s", name, text.Count(r.right.content.value[c], "point"))})
	}
	return append(all, scene.Meaning{Sign: scene.Bold("", "►"), Words: "who is to act, or has won", In: scene.Chosen})
}

func (r *rules) drawState(s *drawnState) (*scene.Scene, error) {
	if err := game.CheckPlayers(len(s.Players)); err != nil {
		return nil, err
	}
	heading := r.heading(s)
	table := scene.Line("", scene.Say("/die", "die: none"), scene.Say("/glass", fmt.Sprintf("hourglass turned: %d", s.Glass)))
	table.Gap, table.Wrap = scene.Wide, true
	if s.Die != nil {
		table.Parts[0] = scene.Line("/die", scene.Say("", "die:"), &scene.Token{Mark: strconv.Itoa(*s.Die), Colour: scene.White, Form: scene.Square})
	}
	body := &scene.Column{At: "/", Parts: []scene.Part{scene.Line("/phase", scene.Bold("", heading)), table}}
	gems := scene.Flow("", &scene.Panel{At: "/display", Title: "Display", Body: drawGems("", "/display", s.Display)})
	var bag drawnGems
	if err := json.Unmarshal(s.Bag, &bag); err == nil {
		gems.Parts = append(gems.Parts, &scene.Panel{At: "/bag", Title: "Bag", Body: drawGems("", "/bag", bag)})
	} else {
		gems.Parts = append(gems.Parts, &scene.Panel{At: "/bag", Title: "Bag", Body: scene.Say("", string(s.Bag)+" gems")})
	}
	body.Parts = append(body.Parts, gems)
	if len(s.Solved) > 0 {
		solved := &scene.Row{At: "/solved", Wrap: true, Gap: scene.Wide, Parts: []scene.Part{scene.Dim("", "solved:")}}
		for i, claim := range s.Solved {
			solved.Parts = append(solved.Parts, &scene.Row{At: scene.At("solved", i), Parts: []scene.Part{
				scene.Say("", fmt.Sprintf("%s after %d ms, drew", s.name(claim.Player), claim.Time)), gem(claim.Gem),
			}})
		}
		body.Parts = append(body.Parts, solved)
	}
	if len(s.Out) > 0 {
		out := &scene.Row{At: "/out", Wrap: true, Parts: []scene.Part{scene.Dim("", "out of this round:")}}
		for i, p := range s.Out {
			out.Parts = append(out.Parts, scene.Say(scene.At("out", i), s.name(p)))
		}
		body.Parts = append(body.Parts, out)
	}
	players := scene.Flow("")
	for i := range s.Players {
		players.Parts = append(players.Parts, r.drawPlayer(s, i))
	}
	body.Parts = append(body.Parts, players)
	return scene.New("Ubongo 3D", r.stateWords(s, heading), body)
}

// stateWords tells a state in sentences.
func (r *rules) stateWords(s *drawnState, heading string) string {
	die := 0
	words := []string{sentence(heading), "Die: none."}
	if s.Die != nil {
		die = *s.Die
		words[1] = fmt.Sprintf("Die: %d.", die)
	}
	bag := string(s.Bag) + " gems"
	var gems drawnGems
	if err := json.Unmarshal(s.Bag, &gems); err == nil {
		bag = gemWords(gems)
	}
	words = append(words, fmt.Sprintf("Hourglass turned: %d. Display: %s. Bag: %s.", s.Glass, gemWords(s.Display), bag))
	for _, claim := range s.Solved {
		drew := "no gem"
		if claim.Gem != "" {
			drew = claim.Gem
		}
		// A name is not capitalised: case tells names apart.
		words = append(words, fmt.Sprintf("%s solved after %d ms, drew %s.", s.name(claim.Player), claim.Time, drew))
	}
	for _, player := range s.Out {
		words = append(words, s.name(player)+" is out of this round.")
	}
	for i := range s.Players {
		p := &s.Players[i]
		words = append(words, fmt.Sprintf("%s, level %s, has %s, %s, and %s in the stack.",
			p.Name, p.Level, gemWords(p.Gems), text.Count(r.worth(p.Gems), "point"), p.stackSize()))
		if p.Board == nil {
			continue
		}
		board := "the board is " + *p.Board
		if full := r.given(&drawnProblem{Board: *p.Board, Die: die}); len(full.Pieces) > 0 {
			board += ", for " + strings.Join(full.Pieces, ", ")
		}
		words = append(words, sentence(board))
	}
	return strings.Join(words, " ")
}

// stackSize is how many boards the stack has.
func (p *drawnPlayer) stackSize() string {
	var boards []string
	if err := json.Unmarshal(p.Stack, &boards); err != nil {
		return string(p.Stack)
	}
	return strconv.Itoa(len(boards))
}

// heading says what is to be done next, and by whom.
func (r *rules) heading(s *drawnState) string {
	next := map[string]string{
		phaseNames[toRoll]:        s.name(s.Roller) + " rolls the die",
		phaseNames[toFlip]:        s.name(s.Flipper) + " turns the hourglass",
		phaseNames[toSolve]:       "everybody solves",
		phaseNames[toRollPlayoff]: "a playoff: somebody must roll the die",
		phaseNames[inPlayoff]:     "the playoff",
		phaseNames[over]:          "the game is over",
	}[s.Phase]
	if s.Winner != nil {
		next += ", " + s.name(*s.Winner) + " has won"
	}
	if s.Player != nil {
		next += " (seen by " + s.name(*s.Player) + ")"
	}
	return fmt.Sprintf("round %d: %s", s.Round, next)
}

func (s *drawnState) name(player int) string {
	if player < 0 || player >= len(s.Players) {
		return fmt.Sprintf("player %d", player)
	}
	return s.Players[player].Name
}

func (r *rules) worth(g drawnGems) int {
	sum := 0
	for c, name := range colourNames {
		sum += g[name] * r.right.content.value[c]
	}
	return sum
}

func (r *rules) drawPlayer(s *drawnState, i int) scene.Part {
	p := &s.Players[i]
	at := scene.At("players", i)
	body := scene.Stack("",
		&scene.Row{Wrap: true, Gap: scene.Wide, Parts: []scene.Part{
			scene.Say(at+"/level", "level "+p.Level), scene.Dim(at+"/stack", p.stackSize()+" in the stack"),
		}},
		&scene.Row{Wrap: true, Parts: []scene.Part{
			scene.Bold("", text.Count(r.worth(p.Gems), "point")), drawGems(at+"/gems", at+"/gems", p.Gems),
		}},
	)
	if p.Board != nil {
		die := 0
		if s.Die != nil {
			die = *s.Die
		}
		body.Parts = append(body.Parts, r.drawBoard(at+"/board", *p.Board, die))
	}
	panel := &scene.Panel{At: at, Title: p.Name, Body: body}
	toDo := map[string]int{phaseNames[toRoll]: s.Roller, phaseNames[toFlip]: s.Flipper}
	if who, ok := toDo[s.Phase]; ok && who == i || s.Winner != nil && *s.Winner == i {
		panel.Strong, panel.Colour, panel.Title = true, scene.Accent, "► "+p.Name
	}
	return panel
}

// drawBoard draws the outline of a board and, once the die has been rolled, the
// pieces that must fill it.
func (r *rules) drawBoard(at, id string, die int) scene.Part {
	p := r.given(&drawnProblem{Board: id, Die: die})
	column := scene.Stack(at, scene.Say("", "board "+id))
	if p.Footprint != nil {
		column.Parts = append(column.Parts, &scene.Row{Wrap: true, Gap: scene.Wide, Parts: []scene.Part{
			drawLayer("", p.Footprint, nil, 0), r.drawPieces("", p.Pieces),
		}})
	}
	return column
}

// given is a problem with its footprint and pieces, as far as there are such.
func (r *rules) given(p *drawnProblem) *drawnProblem {
	b := boardIndex(slices.Index(boardNames(), p.Board))
	if p.Footprint != nil || b == noBoard {
		return p
	}
	full := *p
	for _, s := range r.content.boards[b].footprint {
		full.Footprint = append(full.Footprint, [2]int{int(s.row), int(s.col)})
	}
	if p.Die >= 1 && p.Die <= sides {
		r.content.problem(b, p.Die).pieces.each(func(i pieceIndex) {
			full.Pieces = append(full.Pieces, i.name())
		})
	}
	return &full
}

func (r *rules) drawProblem(p *drawnProblem) scene.Part {
	full := r.given(p)
	footprint, pieces := "/footprint", "/pieces"
	body := scene.Stack("/")
	if p.Footprint == nil {
		footprint, pieces = "", ""
		body.Parts = append(body.Parts, &scene.Row{Gap: scene.Wide, Parts: []scene.Part{
			scene.Say("/board", "board "+p.Board), scene.Say("/die", fmt.Sprintf("die %d", p.Die)),
		}})
	}
	body.Parts = append(body.Parts,
		&scene.Panel{At: footprint, Title: "Footprint, two layers high", Body: drawLayer("", full.Footprint, nil, 0)},
		&scene.Panel{At: pieces, Title: "Pieces", Body: r.drawPieces(pieces, full.Pieces)})
	return body
}

// drawPieces draws pieces as solids, each with its name below.
func (r *rules) drawPieces(at string, ids []string) scene.Part {
	row := scene.Flow("")
	for i, id := range ids {
		place := ""
		if at != "" {
			place = fmt.Sprintf("%s/%d", at, i)
		}
		column := &scene.Column{At: place, Middle: true, Gap: scene.Tight}
		if p := slices.Index(pieceNames, id); p >= 0 {
			var cells [][3]int
			for _, c := range r.content.pieces[p].cells {
				cells = append(cells, [3]int{int(c.row), int(c.col), int(c.layer)})
			}
			column.Parts = append(column.Parts, solid([]drawnPlacement{{Piece: id, Cells: cells}}, false))
		}
		column.Parts = append(column.Parts, scene.Bold("", id))
		row.Parts = append(row.Parts, column)
	}
	return row
}

// drawPlacements draws pieces from above, layer by layer, and as a solid.
func drawPlacements(place, at string, list []drawnPlacement) scene.Part {
	if len(list) == 0 {
		return scene.Dim(place, "no pieces placed")
	}
	if tooFar(list) {
		return scene.Say(place, text.Count(len(list), "piece")+", too far apart to draw")
	}
	layers := scene.Flow("")
	top := 0
	for _, p := range list {
		for _, c := range p.Cells {
			top = max(top, c[2])
		}
	}
	for layer := range top + 1 {
		layers.Parts = append(layers.Parts, &scene.Panel{Title: fmt.Sprintf("Layer %d", layer), Body: drawLayer(at, nil, list, layer)})
	}
	names := &scene.Row{Wrap: true}
	for i, p := range list {
		names.Parts = append(names.Parts, &scene.Token{At: fmt.Sprintf("%s/%d", at, i), Mark: p.Piece, Colour: colourOf(p.Piece), Form: scene.Square})
	}
	layers.Parts = append(layers.Parts, &scene.Panel{Title: "Pieces", Body: scene.Stack("", names, solid(list, true))})
	layers.At = place
	return layers
}

func colourOf(piece string) scene.Colour {
	if c, ok := pieceColours[piece]; ok {
		return c
	}
	return scene.Grey
}

// tooFar tells whether placements are more, or farther from each other, than
// those of requests can be.
func tooFar(list []drawnPlacement) bool {
	n, low, high, first := 0, [3]int{}, [3]int{}, true
	for _, p := range list {
		for _, c := range p.Cells {
			n++
			if first {
				low, high, first = c, c, false
			}
			for axis := range 3 {
				low[axis], high[axis] = min(low[axis], c[axis]), max(high[axis], c[axis])
			}
		}
	}
	for axis := range 3 {
		// A difference that overflows is below 0.
		if d := high[axis] - low[axis]; d < 0 || d >= spanMax {
			return true
		}
	}
	return n > cubesMax || low[2] < 0 || high[2] >= spanMax
}

// drawLayer draws what lies on a layer, seen from above, or an empty footprint.
func drawLayer(at string, footprint [][2]int, list []drawnPlacement, layer int) scene.Part {
	var squares [][2]int
	squares = append(squares, footprint...)
	for _, p := range list {
		for _, c := range p.Cells {
			squares = append(squares, [2]int{c[0], c[1]})
		}
	}
	if len(squares) == 0 {
		return scene.Dim("", "none")
	}
	low, high := squares[0], squares[0]
	for _, s := range squares {
		for axis := range 2 {
			low[axis], high[axis] = min(low[axis], s[axis]), max(high[axis], s[axis])
		}
	}
	rows, cols := high[0]-low[0]+1, high[1]-low[1]+1
	if rows < 1 || cols < 1 || rows > spanMax || cols > spanMax {
		return scene.Say("", "too large to draw")
	}
	grid := &scene.Grid{Cells: make([][]scene.Cell, rows)}
	for row := range rows {
		grid.RowNames = append(grid.RowNames, strconv.Itoa(low[0]+row))
		grid.Cells[row] = make([]scene.Cell, cols)
	}
	for col := range cols {
		grid.ColNames = append(grid.ColNames, strconv.Itoa(low[1]+col))
	}
	for _, s := range footprint {
		cell := &grid.Cells[s[0]-low[0]][s[1]-low[1]]
		cell.Area, cell.Fill = "board", scene.Sand
	}
	for i, p := range list {
		for k, c := range p.Cells {
			if c[2] != layer {
				continue
			}
			cell := &grid.Cells[c[0]-low[0]][c[1]-low[1]]
			name := p.Piece
			if cell.Area != "" {
				// Two pieces in one cell: both are told.
				name = strings.TrimSuffix(cell.Area, "/") + "+" + name
			}
			*cell = scene.Cell{
				At: fmt.Sprintf("%s/%d/cells/%d", at, i, k), Area: p.Piece, Fill: colourOf(p.Piece), Full: true,
				Body: &scene.Text{S: name, Small: true, Bold: true},
			}
		}
	}
	return grid
}

// The edges of a cube in the isometric view, in pixels: half its breadth, half
// the height of its top, its height.
const (
	halfBreadth = 18.0
	halfDepth   = 10.0
	tall        = 20.0
)

// solid draws placed pieces in an isometric view: rows come to the left and
// front, columns to the right and front, layers up. Hidden faces are left out.
// With names each piece is named where its top is seen.
func solid(list []drawnPlacement, names bool) *scene.Figure {
	type cube struct {
		at    [3]int
		piece string
	}
	var cubes []cube
	taken := map[[3]int]bool{}
	for _, p := range list {
		for _, c := range p.Cells {
			cubes = append(cubes, cube{c, p.Piece})
			taken[c] = true
		}
	}
	f := &scene.Figure{Lines: solidLines(list)}
	// What is farther away comes first.
	slices.SortStableFunc(cubes, func(a, b cube) int { return slices.Compare(a.at[:], b.at[:]) })
	for _, c := range cubes {
		x, y := float64(c.at[1]-c.at[0])*halfBreadth, float64(c.at[1]+c.at[0])*halfDepth-float64(c.at[2])*tall
		colour := colourOf(c.piece)
		face := func(shade int8, label string, points ...scene.Point) {
			f.Shapes = append(f.Shapes, scene.Shape{Points: points, Fill: colour, Shade: shade, Stroke: colour, Label: label})
		}
		near := func(row, col, layer int) bool { return taken[[3]int{c.at[0] + row, c.at[1] + col, c.at[2] + layer}] }
		if !near(1, 0, 0) {
			face(-1, "", scene.Point{X: x - halfBreadth, Y: y}, scene.Point{X: x, Y: y + halfDepth},
				scene.Point{X: x, Y: y + halfDepth + tall}, scene.Point{X: x - halfBreadth, Y: y + tall})
		}
		if !near(0, 1, 0) {
			face(-2, "", scene.Point{X: x, Y: y + halfDepth}, scene.Point{X: x + halfBreadth, Y: y},
				scene.Point{X: x + halfBreadth, Y: y + tall}, scene.Point{X: x, Y: y + halfDepth + tall})
		}
		if !near(0, 0, 1) {
			label := ""
			if names {
				label = c.piece
			}
			face(0, label, scene.Point{X: x, Y: y - halfDepth}, scene.Point{X: x + halfBreadth, Y: y},
				scene.Point{X: x, Y: y + halfDepth}, scene.Point{X: x - halfBreadth, Y: y})
		}
	}
	settle(f)
	return f
}

// settle moves the shapes of a figure into its corner and measures it.
func settle(f *scene.Figure) {
	if len(f.Shapes) == 0 {
		return
	}
	low, high := f.Shapes[0].Points[0], f.Shapes[0].Points[0]
	for _, s := range f.Shapes {
		for _, p := range s.Points {
			low = scene.Point{X: min(low.X, p.X), Y: min(low.Y, p.Y)}
			high = scene.Point{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
		}
	}
	for _, s := range f.Shapes {
		for k := range s.Points {
			s.Points[k].X += 1 - low.X
			s.Points[k].Y += 1 - low.Y
		}
	}
	f.W, f.H = int(high.X-low.X)+3, int(high.Y-low.Y)+3
}

// solidLines draws one piece from above, its layers beside each other from the
// bottom up. Several have been drawn as layers already.
func solidLines(list []drawnPlacement) []string {
	if len(list) != 1 || len(list[0].Cells) == 0 {
		return nil
	}
	cells := list[0].Cells
	low, high := cells[0], cells[0]
	for _, c := range cells {
		for axis := range 3 {
			low[axis], high[axis] = min(low[axis], c[axis]), max(high[axis], c[axis])
		}
	}
	var lines []string
	for row := low[0]; row <= high[0]; row++ {
		var layers []string
		for layer := low[2]; layer <= high[2]; layer++ {
			line := ""
			for col := low[1]; col <= high[1]; col++ {
				if slices.Contains(cells, [3]int{row, col, layer}) {
					line += "■"
				} else {
					line += "·"
				}
			}
			layers = append(layers, line)
		}
		lines = append(lines, strings.Join(layers, " "))
	}
	return lines
}

func gem(colour string) scene.Part {
	mark, ok := gemMarks[colour]
	if !ok {
		return scene.Dim("", "no gem")
	}
	return &scene.Token{Mark: mark, Colour: scene.ColourNamed(colour), Form: scene.Diamond}
}

// drawGems draws how many gems there are of each colour.
func drawGems(place, at string, g drawnGems) scene.Part {
	row := &scene.Row{At: place, Wrap: true}
	for _, name := range colourNames {
		if n, ok := g[name]; ok {
			row.Parts = append(row.Parts, &scene.Row{At: at + "/" + name, Gap: scene.Tight, Parts: []scene.Part{
				gem(name), scene.Say("", fmt.Sprintf("×%d", n)),
			}})
		}
	}
	if len(row.Parts) == 0 {
		row.Parts = append(row.Parts, scene.Dim("", "none"))
	}
	return row
}

// drawRewards draws a round that is to be paid, or what was paid.
func drawRewards(r *drawnRewards) (*scene.Scene, error) {
	body := scene.Stack("/", scene.Flow("",
		&scene.Panel{At: "/display", Title: "Display", Body: drawGems("", "/display", r.Display)},
		&scene.Panel{At: "/bag", Title: "Bag", Body: drawGems("", "/bag", r.Bag)},
	))
	alt := []string{"Display: " + gemWords(r.Display) + ". Bag: " + gemWords(r.Bag) + "."}
	for i, player := range r.Order {
		row := scene.Line(scene.At("order", i), scene.Say("", fmt.Sprintf("%d. player %d draws", i+1, player)))
		if i < len(r.Draws) && r.Draws[i] != nil {
			row.Parts = append(row.Parts, gem(*r.Draws[i]))
			alt = append(alt, fmt.Sprintf("Player %d draws %s.", player, *r.Draws[i]))
		} else {
			row.Parts = append(row.Parts, gem(""))
		}
		body.Parts = append(body.Parts, row)
	}
	for i, gains := range r.Gains {
		points := 0
		if i < len(r.Points) {
			points = r.Points[i]
		}
		body.Parts = append(body.Parts, &scene.Row{Wrap: true, Parts: []scene.Part{
			scene.Say("", fmt.Sprintf("player %d wins", i)), drawGems(scene.At("gains", i), scene.At("gains", i), gains),
			scene.Say(scene.At("points", i), text.Count(points, "point")),
		}})
		alt = append(alt, fmt.Sprintf("Player %d wins %s.", i, gemWords(gains)))
	}
	return scene.New("the rewards of a round", strings.Join(alt, " "), body)
}

// drawSetup draws who plays, and the stacks from the top.
func drawSetup(s *drawnSetup) (*scene.Scene, error) {
	row := scene.Flow("/")
	var alt []string
	for i, p := range s.Players {
		body := scene.Stack("", scene.Say(scene.At("players", i, "level"), "level "+p.Level))
		if i == s.Youngest {
			body.Parts = append(body.Parts, scene.Say("/youngest", "the youngest, rolls first"))
		}
		if i == s.Flipper {
			body.Parts = append(body.Parts, scene.Say("/flipper", "turns the hourglass"))
		}
		stack := &scene.Row{At: scene.At("players", i, "stack"), Wrap: true}
		for k, id := range p.Stack {
			stack.Parts = append(stack.Parts, scene.Say(scene.At("players", i, "stack", k), id))
		}
		body.Parts = append(body.Parts, stack)
		row.Parts = append(row.Parts, &scene.Panel{At: scene.At("players", i), Title: p.Name, Body: body})
		alt = append(alt, fmt.Sprintf("%s plays at level %s with the boards %s.", p.Name, p.Level, strings.Join(p.Stack, ", ")))
	}
	return scene.New("a set-up", strings.Join(alt, " "), row)
}

func sentence(s string) string {
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		s = strings.ToUpper(s[:1]) + s[1:]
	}
	return s + "."
}

func gemWords(g drawnGems) string {
	var words []string
	for _, name := range colourNames {
		if n := g[name]; n != 0 {
			words = append(words, fmt.Sprintf("%d %s", n, name))
		}
	}
	if len(words) == 0 {
		return "no gems"
	}
	return strings.Join(words, ", ")
}

func problemWords(p *drawnProblem) string {
	return fmt.Sprintf("A footprint of %s to fill two layers high with %s.", text.Count(len(p.Footprint), "square"), strings.Join(p.Pieces, ", "))
}

func placementsWords(list []drawnPlacement) string {
	var words []string
	for _, p := range list {
		words = append(words, fmt.Sprintf("%s at %s", p.Piece, strings.Trim(strings.ReplaceAll(fmt.Sprint(p.Cells), "] [", "; "), "[]")))
	}
	if len(words) == 0 {
		return "No pieces."
	}
	return strings.Join(words, ". ") + "."
}
