package bazar

import (
	"fmt"
	"slices"
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
	drawnTile struct {
		Guild string `json:"guild"`
		Kind  string `json:"kind"`
	}
	drawnPlaced struct {
		Cell  [2]int `json:"cell"`
		Guild string `json:"guild"`
		Kind  string `json:"kind"`
		Face  string `json:"face"` // of a view: "up" or "down"
	}
	drawnPlayer struct {
		Guild string         `json:"guild"`
		Coins int            `json:"coins"`
		Hand  jsontext.Value `json:"hand"` // kinds, or how many they are
		Pile  jsontext.Value `json:"pile"`
	}
	// A drawnState is a State or a View; a View has the last three.
	drawnState struct {
		Round    int           `json:"round"`
		Phase    string        `json:"phase"`
		Players  []drawnPlayer `json:"players"`
		Order    []string      `json:"order"`
		Turn     int           `json:"turn"`
		Board    []drawnPlaced `json:"board"`
		HaremIn  bool          `json:"harem_in"`
		MarketIn bool          `json:"market_in"`
		Events   struct {
			Current *string        `json:"current"`
			Played  []string       `json:"played"`
			Pile    []string       `json:"pile"`
			Left    jsontext.Value `json:"left"` // how many, in a view
		} `json:"events"`
		Discarded []drawnTile `json:"discarded"`
		Guild     string      `json:"guild"`
		ToAct     *string     `json:"to_act"`
		Hand      []string    `json:"hand"`
	}
	drawnPosition struct {
		Guilds   []string      `json:"guilds"`
		Board    []drawnPlaced `json:"board"`
		HaremIn  bool          `json:"harem_in"`
		MarketIn bool          `json:"market_in"`
		Event    *string       `json:"event"`
	}
	drawnPushed struct {
		Board      []drawnPlaced `json:"board"`
		Eliminated []drawnTile   `json:"eliminated"`
		Discarded  []drawnTile   `json:"discarded"`
		Steps      int           `json:"steps"`
	}
)

// abbreviations of kinds, in the order of the content.
var abbreviations = [kinds]string{
	"beg", "adm", "tra", "mas", "fis", "cou", "fav", "cha", "arc", "not", "ped", "fer", "inn", "tax",
}

// The districts as they are drawn.
var (
	districtColours = [districts]scene.Colour{
		scene.Purple, scene.Blue, scene.Orange, scene.Sand, scene.Grey, scene.Pink, scene.Teal,
	}
	districtLetters = [districts]string{"P", "H", "R", "B", "A", "M", "N"}
)

// artists are those that call the players of the guilds by these names.
func artists(names []string) game.Artists {
	state := game.Artist(func(s *drawnState) (*scene.Scene, error) { return drawState(s, names) })
	return game.Artists{
		"state":       state,
		"state-shown": state,
		"view":        state,
		"move-answer": game.AnswerArtist(state),
		"setup":       game.Artist(drawSetup),
		"wealth":      game.Artist(drawWealth),
		"order": game.Artist(func(guilds *[]string) (*scene.Scene, error) {
			return scene.New("an order", sentence(strings.Join(*guilds, ", ")), drawOrder("/", "order:", *guilds))
		}),
		"position": game.Artist(func(p *drawnPosition) (*scene.Scene, error) {
			body := &scene.Column{At: "/", Parts: []scene.Part{
				drawEvent("/event", p.Event), drawBoard("/board", p.Board, p.HaremIn, p.MarketIn), drawLegend(p.HaremIn, p.MarketIn),
			}}
			return scene.New("a position of "+strings.Join(p.Guilds, ", "), eventWords(p.Event)+boardWords(p.Board), body)
		}),
		"board": game.Artist(func(b *[]drawnPlaced) (*scene.Scene, error) {
			return scene.New("a board", boardWords(*b), &scene.Column{Parts: []scene.Part{drawBoard("", *b, true, true), drawLegend(true, true)}})
		}),
		"pushed": game.Artist(func(p *drawnPushed) (*scene.Scene, error) {
			body := &scene.Column{At: "/", Parts: []scene.Part{
				scene.Say("/steps", text.Count(p.Steps, "step")), drawBoard("/board", p.Board, true, true), drawLegend(true, true),
				drawTiles("/eliminated", "eliminated:", p.Eliminated), drawTiles("/discarded", "discarded:", p.Discarded),
			}}
			return scene.New("the board after a push", boardWords(p.Board), body)
		}),
	}
}

// Drawable lists the values that can be drawn.
func (r *rules) Drawable() []string {
	return []string{"state", "view", "position", "board", "setup", "wealth", "order", "state-shown", "move-answer", "pushed"}
}

// Draw describes the picture of a value.
func (r *rules) Draw(value string, raw jsontext.Value) (*scene.Scene, error) {
	return artists(nil).Draw(value, raw, meanings())
}

// DrawNamed is Draw with the names of the players.
func (r *rules) DrawNamed(value string, raw jsontext.Value, names []string) (*scene.Scene, error) {
	return artists(names).Draw(value, raw, meanings())
}

// meanings are those of the signs in pictures, in the order of a legend. What
// there is besides, drawBoard and drawLegend tell of the districts.
func meanings() []scene.Meaning {
	var all []scene.Meaning
	for _, guild := range guildNames {
		all = append(all, scene.Meaning{Sign: guildToken(guild), Words: guild})
	}
	all = append(all, scene.Meaning{Sign: guildToken(""), Words: "none of the guilds"})
	for k := range abbreviations {
		up := &scene.Text{S: strings.ToUpper(abbreviations[k])}
		all = append(all, scene.Meaning{
			Sign: &scene.Text{S: abbreviations[k], Small: true, Bold: true}, Words: scene.Human(kindNames[k]),
			In: func(p scene.Part) bool {
				return scene.SameSign(p, up) || scene.SameSign(p, &scene.Text{S: abbreviations[k]})
			},
		})
	}
	return append(all,
		scene.Meaning{
			Sign: &scene.Text{S: "ABC", Small: true, Bold: true}, Words: "in capitals: lies face up", In: func(p scene.Part) bool {
				t, ok := p.(*scene.Text)
				return ok && slices.Contains(abbreviations[:], strings.ToLower(t.S)) && t.S != strings.ToLower(t.S)
			},
		},
		scene.Meaning{Sign: scene.Bold("", "►"), Words: "whose turn it is", In: scene.Chosen},
	)
}

// called is what a guild is called in a heading, with the name of its player.
func called(s *drawnState, names []string, guild string) string {
	for i := range s.Players[:min(len(s.Players), len(names))] {
		if s.Players[i].Guild == guild && names[i] != "" {
			return fmt.Sprintf("%s (%s)", guild, names[i])
		}
	}
	return guild
}

func drawState(s *drawnState, names []string) (*scene.Scene, error) {
	if err := game.CheckPlayers(len(s.Players)); err != nil {
		return nil, err
	}
	acting := ""
	switch {
	case s.ToAct != nil:
		acting = *s.ToAct
	case s.Guild == "" && s.Phase != phaseNames[over] && s.Turn >= 0 && s.Turn < len(s.Order):
		acting = s.Order[s.Turn]
	}
	heading := fmt.Sprintf("round %d: ", s.Round)
	switch {
	case acting != "" && s.Phase == phaseNames[starting]:
		heading += called(s, names, acting) + " places the start tile"
	case acting != "":
		heading += called(s, names, acting) + " places a tile"
	default:
		heading += "the game is over"
	}
	if s.Guild != "" {
		heading += fmt.Sprintf(" (seen by %s)", called(s, names, s.Guild))
	}
	body := &scene.Column{At: "/", Parts: []scene.Part{
		scene.Line("/phase", scene.Bold("", heading)),
		drawEvent("/events/current", s.Events.Current),
		drawBoard("/board", s.Board, s.HaremIn, s.MarketIn),
		drawLegend(s.HaremIn, s.MarketIn),
	}}
	players := scene.Flow("")
	for i := range s.Players {
		players.Parts = append(players.Parts, drawPlayer(s, i, called(s, names, s.Players[i].Guild), acting))
	}
	body.Parts = append(body.Parts, players)
	if len(s.Discarded) > 0 {
		body.Parts = append(body.Parts, drawTiles("/discarded", "discarded:", s.Discarded))
	}
	alt := []string{sentence(heading), strings.TrimSpace(eventWords(s.Events.Current))}
	for i := range s.Players {
		alt = append(alt, playerWords(s, i, names))
	}
	alt = append(alt, boardWords(s.Board))
	if len(s.Discarded) > 0 {
		var words []string
		for _, t := range s.Discarded {
			words = append(words, t.Guild+" "+scene.Human(t.Kind))
		}
		alt = append(alt, sentence("discarded: "+strings.Join(words, ", ")))
	}
	return scene.New("Bazar", strings.Join(alt, " "), body)
}

func sentence(s string) string {
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		s = strings.ToUpper(s[:1]) + s[1:]
	}
	return s + "."
}

func drawEvent(at string, current *string) scene.Part {
	return scene.Say(at, strings.TrimSpace(eventWords(current)))
}

// eventWords tells a card with what it does.
func eventWords(current *string) string {
	if current == nil {
		return "No event. "
	}
	words := "Event: " + scene.Human(*current)
	e := slices.Index(eventNames, *current)
	if e < 0 {
		return words + ". "
	}
	var effects []string
	for d, effect := range effectsOf[e] {
		for bit, name := range effectNames {
			if effect&(1<<bit) != 0 {
				effects = append(effects, scene.Human(districtNames[d])+" "+effectWords[name])
			}
		}
	}
	slices.Sort(effects)
	all := true
	for d := range effectsOf[e] {
		all = all && effectsOf[e][d] == effectsOf[e][0] && effectsOf[e][d] != 0
	}
	if all && len(effects) == districts {
		effects = []string{"all districts" + strings.TrimPrefix(effects[0], scene.Human(districtNames[4]))}
	}
	return words + " (" + strings.Join(effects, ", ") + "). "
}

var effectWords = map[string]string{
	"plus2": "+2", "minus2": "-2", "barred": "barred", "double": "double", "minority": "to the minority", "shift": "shifted", "amnesty": "amnesty",
}

// drawBoard draws the board with the tiles on it. A place that there is not on
// the board is told below it.
func drawBoard(at string, tiles []drawnPlaced, haremIn, marketIn bool) scene.Part {
	grid := &scene.Grid{Room: 4, RoomLines: 1, Cells: make([][]scene.Cell, rows)}
	for row := range grid.Cells {
		grid.RowNames = append(grid.RowNames, fmt.Sprint(row))
		grid.Cells[row] = make([]scene.Cell, columns)
	}
	for col := range columns {
		grid.ColNames = append(grid.ColNames, fmt.Sprint(col))
	}
	for s := range square(squares) {
		d := districtOf[s]
		if d == noDistrict {
			continue
		}
		in := d != harem && d != market || d == harem && haremIn || d == market && marketIn
		cell := &grid.Cells[s.row()][s.column()]
		cell.Area = districtLetters[d]
		letter := strings.ToLower(cell.Area)
		if painted[s] {
			letter = fmt.Sprintf("%s %d", cell.Area, baseValue[d])
		}
		mark := &scene.Text{S: letter, Small: true, Colour: scene.Faint, Bold: painted[s]}
		if in {
			cell.Fill, cell.Full = districtColours[d], painted[s]
			if painted[s] {
				mark.Colour = scene.Ink
			}
		}
		cell.Body = mark
	}
	var stray []scene.Part
	for i, t := range tiles {
		place := fmt.Sprintf("%s/%d", at, i)
		part := drawTile("", t.Guild, t.Kind, t.Face)
		row, col := t.Cell[0], t.Cell[1]
		if row < 0 || row >= rows || col < 0 || col >= columns || grid.Cells[row][col].At != "" {
			stray = append(stray, &scene.Row{At: place, Parts: []scene.Part{part, scene.Say("", fmt.Sprintf("at [%d,%d]", row, col))}})
			continue
		}
		cell := &grid.Cells[row][col]
		cell.At, cell.Body = place, part
	}
	if at == "" {
		at = "/"
	}
	if len(stray) == 0 {
		grid.At = at
		return grid
	}
	return scene.Stack(at, grid, &scene.Row{Wrap: true, Gap: scene.Wide, Parts: stray})
}

// drawTile draws a tile: the letter of its guild and three of its kind. A tile
// that is known to lie face up has them in capitals.
func drawTile(at, guild, kind, face string) scene.Part {
	mark := kindMark(kind)
	if face == faceNames[0] {
		mark = strings.ToUpper(mark)
	}
	return &scene.Row{At: at, Gap: scene.Tight, Parts: []scene.Part{guildToken(guild), &scene.Text{S: mark, Small: true, Bold: face != faceNames[1]}}}
}

func kindMark(kind string) string {
	if k := slices.Index(kindNames, kind); k >= 0 {
		return abbreviations[k]
	}
	return kind + "?"
}

func guildToken(guild string) scene.Part {
	if !slices.Contains(guildNames, guild) {
		return &scene.Token{Mark: "?", Colour: scene.Grey}
	}
	return &scene.Token{Mark: strings.ToUpper(guild[:1]), Colour: scene.ColourNamed(guild)}
}

// drawLegend tells the letters of the districts and their values.
func drawLegend(haremIn, marketIn bool) scene.Part {
	row := &scene.Row{Wrap: true, Gap: scene.Wide}
	for d := range district(districts) {
		words := fmt.Sprintf("%s %d", scene.Human(districtNames[d]), baseValue[d])
		colour := scene.Ink
		if d == harem && !haremIn || d == market && !marketIn {
			words += " (not in play)"
			colour = scene.Faint
		}
		row.Parts = append(row.Parts, &scene.Row{Parts: []scene.Part{
			&scene.Token{Mark: districtLetters[d], Colour: districtColours[d], Form: scene.Square}, &scene.Text{S: words, Small: true, Colour: colour},
		}})
	}
	return row
}

func drawPlayer(s *drawnState, i int, title, acting string) scene.Part {
	p := &s.Players[i]
	at := scene.At("players", i)
	panel := &scene.Panel{At: at, Title: title, Colour: scene.ColourNamed(p.Guild), Strong: acting != "" && p.Guild == acting}
	if panel.Strong {
		panel.Title = "► " + title
	}
	head := scene.Line("", guildToken(p.Guild), scene.Say(at+"/coins", text.Count(p.Coins, "coin")))
	if token := slices.Index(s.Order, p.Guild); token >= 0 {
		head.Parts = append(head.Parts, scene.Say(scene.At("order", token), fmt.Sprintf("token %d", token+1)))
	}
	body := scene.Stack("", head)
	hand := at + "/hand"
	names, own, shown := s.handOf(p)
	if own {
		hand = "/hand"
	}
	if shown {
		list := &scene.Column{At: hand, Gap: scene.Tight}
		for k, name := range names {
			list.Parts = append(list.Parts, scene.Say(fmt.Sprintf("%s/%d", hand, k), scene.Human(name)))
		}
		if len(names) == 0 {
			list.Parts = append(list.Parts, scene.Dim("", "no tiles in hand"))
		}
		body.Parts = append(body.Parts, list)
	} else {
		body.Parts = append(body.Parts, scene.Say(hand, "hand: "+string(p.Hand)))
	}
	body.Parts = append(body.Parts, scene.Dim(at+"/pile", "pile: "+p.pileSize()))
	panel.Body = body
	return panel
}

// handOf is the hand of a player, if it is shown: in a view that is the own one,
// whose tiles stand at the end.
func (s *drawnState) handOf(p *drawnPlayer) (names []string, own, shown bool) {
	if err := json.Unmarshal(p.Hand, &names); err == nil {
		return names, false, true
	}
	if p.Guild == s.Guild {
		return s.Hand, true, true
	}
	return nil, false, false
}

// pileSize is how many tiles the pile has.
func (p *drawnPlayer) pileSize() string {
	var names []string
	if err := json.Unmarshal(p.Pile, &names); err != nil {
		return string(p.Pile)
	}
	return fmt.Sprint(len(names))
}

// playerWords tells what a player has.
func playerWords(s *drawnState, i int, names []string) string {
	p := &s.Players[i]
	words := called(s, names, p.Guild) + " has " + text.Count(p.Coins, "coin")
	if token := slices.Index(s.Order, p.Guild); token >= 0 {
		words += fmt.Sprintf(", token %d", token+1)
	}
	hand := string(p.Hand) + " in hand"
	if names, _, shown := s.handOf(p); shown {
		human := make([]string, len(names))
		for k, name := range names {
			human[k] = scene.Human(name)
		}
		hand = "in hand " + strings.Join(human, ", ")
		if len(names) == 0 {
			hand = "no tiles in hand"
		}
	}
	return sentence(words + ", " + hand + ", " + p.pileSize() + " in the pile")
}

func drawTiles(at, heading string, tiles []drawnTile) scene.Part {
	row := &scene.Row{At: at, Wrap: true, Parts: []scene.Part{scene.Dim("", heading)}}
	for i, t := range tiles {
		row.Parts = append(row.Parts, drawTile(fmt.Sprintf("%s/%d", at, i), t.Guild, t.Kind, ""))
	}
	if len(tiles) == 0 {
		row.Parts = append(row.Parts, scene.Dim("", "none"))
	}
	return row
}

// boardWords tells the tiles on the board by districts.
func boardWords(tiles []drawnPlaced) string {
	var words []string
	for d := range district(districts) {
		var here []string
		for _, t := range tiles {
			row, col := t.Cell[0], t.Cell[1]
			if row >= 0 && row < rows && col >= 0 && col < columns && districtOf[row*columns+col] == d {
				here = append(here, fmt.Sprintf("%s %s at %d,%d", t.Guild, scene.Human(t.Kind), row, col))
			}
		}
		if len(here) > 0 {
			words = append(words, sentence(scene.Human(districtNames[d])+": "+strings.Join(here, ", ")))
		}
	}
	if len(words) == 0 {
		return "The board is empty."
	}
	return strings.Join(words, " ")
}
