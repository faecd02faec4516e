package bazaar

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
	drawnCard struct {
		Pebbles []string `json:"pebbles"`
		Face    bool     `json:"face?"`
	}
	drawnPlayer struct {
		Name   string         `json:"name"`
		Wallet []string       `json:"wallet"`
		Score  jsontext.Value `json:"score"` // of any length
		Cards  []drawnCard    `json:"cards"`
	}
	drawnState struct {
		Equations [][][]string  `json:"equations"`
		Bank      []string      `json:"bank"`
		Visibles  []drawnCard   `json:"visibles"`
		Cards     []drawnCard   `json:"cards"`
		Players   []drawnPlayer `json:"players"`
		Dropouts  []string      `json:"dropouts"`
		Phase     string        `json:"phase"`
	}
	drawnTurn struct {
		Bank   []string         `json:"bank"`
		Cards  []drawnCard      `json:"cards"`
		Active drawnPlayer      `json:"active"`
		Scores []jsontext.Value `json:"scores"`
	}
)

// drawnOrder is the order in which pebbles are drawn.
var drawnOrder = []string{"red", "white", "blue", "green", "yellow"}

const (
	// drawnEach is how many pebbles are still drawn one by one.
	drawnEach = 8
	// The signs on cards.
	withFace, withoutFace = "☺", "·"
)

var artists = game.Artists{
	"state":       drawState,
	"state-shown": drawState,
	"move-answer": game.AnswerArtist(drawState),
	"game":        game.Artist(drawGame),
	"server-game": game.Artist(drawGame),
	"turn":        game.Artist(drawTurn),
	"turn-shown":  game.Artist(drawTurn),
	"live-turn":   game.Artist(drawTurn),
	"equations": game.Artist(func(list *[][][]string) (*scene.Scene, error) {
		return scene.New("equations", drawnAlt(*list, " equals "), drawEquations("", *list, "="))
	}),
	"exchanges": drawExchanges,
	"request":   drawRequest, "first-reply": drawRequest, "second-reply": drawRequest,
	"pebbles":      drawPebbles,
	"rules-answer": drawRuling,
	"card": game.Artist(func(c *drawnCard) (*scene.Scene, error) {
		return scene.New("card", sentence(cardWords(c)), drawCard("", c))
	}),
	"cards": drawDisplay,
}

var (
	drawExchanges = game.Artist(func(list *[][][]string) (*scene.Scene, error) {
		return scene.New("exchanges", drawnAlt(*list, " for "), drawEquations("", *list, "→"))
	})
	drawDisplay = game.Artist(func(list *[]drawnCard) (*scene.Scene, error) {
		return scene.New("cards", sentence(cardsWords(*list)), drawCards("/", "", *list))
	})
)

var drawPebbles = game.Artist(func(p *[]string) (*scene.Scene, error) {
	return scene.New("pebbles", sentence(bagWords(*p)), drawBag("/", "", *p))
})

// drawRuling draws the answer of the task rules: the wallet that an exchange list
// leaves, or that it is illegal.
func drawRuling(raw jsontext.Value) (*scene.Scene, error) {
	if string(raw) == "false" {
		return scene.New("illegal", "The exchanges are illegal.", scene.Line("/", scene.Bold("", "illegal")))
	}
	return drawPebbles(raw)
}

// drawRequest draws what the active player asks for: a pebble, exchanges or cards.
func drawRequest(raw jsontext.Value) (*scene.Scene, error) {
	var list []jsontext.Value
	var drawn struct {
		Draw string `json:"draw"`
	}
	switch {
	case string(raw) == "false":
		return scene.New("a request", "The player asks for a pebble.", scene.Say("/", "asks for a pebble"))
	case raw.Kind() == '{':
		if err := json.Unmarshal(raw, &drawn); err != nil {
			return nil, err
		}
		body := scene.Line("/", scene.Say("", "asks for a pebble and gets"), pebble("/draw", drawn.Draw))
		return scene.New("a request", sentence("the player asks for a pebble and gets "+drawn.Draw), body)
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, err
	}
	switch {
	case len(list) == 0:
		return scene.New("a request", "The player asks for nothing.", scene.Say("/", "asks for nothing"))
	case list[0].Kind() == '{':
		return drawDisplay(raw)
	}
	return drawExchanges(raw)
}

var drawable = []string{
	"state", "game", "turn", "equations", "exchanges", "pebbles", "card", "cards",
	"server-game", "live-turn", "state-shown", "turn-shown", "move-answer", "rules-answer", "request", "first-reply", "second-reply",
}

// Drawable lists the values that can be drawn.
func (r *rules) Drawable() []string { return slices.Clone(drawable) }

// Draw describes the picture of a value.
func (r *rules) Draw(value string, raw jsontext.Value) (*scene.Scene, error) {
	return artists.Draw(value, raw, meanings())
}

// meanings are those of all signs in pictures, in the order of a legend.
func meanings() []scene.Meaning {
	var all []scene.Meaning
	for _, name := range drawnOrder {
		all = append(all, scene.Meaning{Sign: pebble("", name), Words: name})
	}
	return append(all,
		scene.Meaning{Sign: pebble("", ""), Words: "of no colour of the game"},
		scene.Meaning{Sign: scene.Bold("", "→"), Words: "given for"},
		scene.Meaning{Sign: scene.Bold("", withFace), Words: "a card with a face"},
		scene.Meaning{Sign: scene.Dim("", withoutFace), Words: "a card without a face"},
		scene.Meaning{Sign: scene.Bold("", "►"), Words: "whose turn it is", In: scene.Chosen},
	)
}

var drawState = game.Artist(func(s *drawnState) (*scene.Scene, error) {
	if err := game.CheckPlayers(len(s.Players)); err != nil {
		return nil, err
	}
	awaited := ""
	if len(s.Players) > 0 {
		switch s.Phase {
		case phaseNames[pebbleOrTrades]:
			awaited = s.Players[0].Name + " asks for a pebble or exchanges"
		case phaseNames[buyCards]:
			awaited = s.Players[0].Name + " buys cards"
		}
	}
	if s.Phase == phaseNames[over] {
		awaited = "the game is over"
	}
	body := &scene.Column{At: "/", Parts: []scene.Part{
		scene.Line("/phase", scene.Bold("", awaited)),
		&scene.Panel{At: "/equations", Title: "Equations", Body: drawEquations("/equations", s.Equations, "=")},
	}}
	body.Parts = append(append(body.Parts, drawTable(s)...), drawPlayers(s.Players, s.Phase != phaseNames[over]))
	if len(s.Dropouts) > 0 {
		out := &scene.Row{At: "/dropouts", Wrap: true, Parts: []scene.Part{scene.Dim("", "out:")}}
		for i, name := range s.Dropouts {
			out.Parts = append(out.Parts, scene.Say(scene.At("dropouts", i), name))
		}
		body.Parts = append(body.Parts, out)
	}
	alt := tableAlt(s)
	switch {
	case s.Phase == phaseNames[over]:
		alt = sentence(awaited) + alt
	case awaited != "":
		alt = awaited + "." + alt // a name is not capitalised: case tells names apart
	}
	if len(s.Dropouts) > 0 {
		alt += " Out: " + strings.Join(s.Dropouts, ", ") + "."
	}
	return scene.New("The Bazaar Game", alt, body)
})

func drawGame(s *drawnState) (*scene.Scene, error) {
	return scene.New("a game of "+text.Count(len(s.Players), "player"), tableAlt(s),
		&scene.Column{At: "/", Parts: append(drawTable(s), drawPlayers(s.Players, true))})
}

// drawTable draws what lies in the middle: bank, visible cards, hidden pile.
func drawTable(s *drawnState) []scene.Part {
	hidden := &scene.Row{Wrap: true, Gap: scene.Wide}
	for i := range s.Cards {
		hidden.Parts = append(hidden.Parts, smallCard(scene.At("cards", i), &s.Cards[i]))
	}
	if len(s.Cards) == 0 {
		hidden.Parts = append(hidden.Parts, scene.Dim("", "empty"))
	}
	return []scene.Part{
		&scene.Panel{At: "/bank", Title: "Bank, " + text.Count(len(s.Bank), "pebble"), Body: drawBag("", "/bank", s.Bank)},
		&scene.Panel{At: "/visibles", Title: "Visible cards", Body: drawCards("", "/visibles", s.Visibles)},
		&scene.Panel{At: "/cards", Title: fmt.Sprintf("Hidden pile, front first: %s", text.Count(len(s.Cards), "card")), Body: hidden},
	}
}

func drawPlayers(players []drawnPlayer, active bool) scene.Part {
	row := scene.Flow("")
	for i := range players {
		p := &players[i]
		title := p.Name
		if title == "" {
			title = fmt.Sprintf("player %d", i)
		}
		row.Parts = append(row.Parts, drawPlayer(scene.At("players", i), title, p, active && i == 0))
	}
	return row
}

func drawPlayer(at, title string, p *drawnPlayer, active bool) scene.Part {
	panel := &scene.Panel{At: at, Title: title, Strong: active}
	if active {
		panel.Colour, panel.Title = scene.Accent, "► "+title
	}
	body := scene.Stack("", scene.Say(at+"/score", points(p.Score)), drawBag(at+"/wallet", at+"/wallet", p.Wallet))
	if len(p.Cards) > 0 {
		body.Parts = append(body.Parts, scene.Dim("", text.Count(len(p.Cards), "card")))
		cards := &scene.Column{At: at + "/cards"}
		for i := range p.Cards {
			cards.Parts = append(cards.Parts, smallCard(fmt.Sprintf("%s/cards/%d", at, i), &p.Cards[i]))
		}
		body.Parts = append(body.Parts, cards)
	}
	panel.Body = body
	return panel
}

func points(score jsontext.Value) string {
	if string(score) == "1" {
		return "1 point"
	}
	return string(score) + " points"
}

func drawTurn(t *drawnTurn) (*scene.Scene, error) {
	others := scene.Line("/scores", scene.Dim("", "the others have"))
	for i, score := range t.Scores {
		others.Parts = append(others.Parts, scene.Say(scene.At("scores", i), string(score)))
	}
	if len(t.Scores) == 0 {
		others.Parts[0] = scene.Dim("", "there are no others")
	}
	others.Wrap = true
	alt := fmt.Sprintf("Bank: %s. Visible cards: %s. The player has %s and %s. The scores of the others: %s.", bagWords(t.Bank),
		cardsWords(t.Cards), points(t.Active.Score), bagWords(t.Active.Wallet), scoresWords(t.Scores))
	return scene.New("what the active player sees", alt, scene.Stack("/",
		&scene.Panel{At: "/bank", Title: "Bank, " + text.Count(len(t.Bank), "pebble"), Body: drawBag("", "/bank", t.Bank)},
		&scene.Panel{At: "/cards", Title: "Visible cards", Body: drawCards("", "/cards", t.Cards)},
		drawPlayer("/active", "active player", &t.Active, false), others,
	))
}

func scoresWords(scores []jsontext.Value) string {
	var words []string
	for _, s := range scores {
		words = append(words, string(s))
	}
	return orNone(words)
}

// drawEquations draws equations, or exchanges if the sign is an arrow. Their
// places are below at.
func drawEquations(at string, list [][][]string, sign string) scene.Part {
	row := &scene.Row{Gap: scene.Wide, Wrap: true}
	if at == "" {
		row.At = "/"
	}
	for i, sides := range list {
		one := &scene.Row{At: fmt.Sprintf("%s/%d", at, i), Gap: scene.Normal}
		for k, side := range sides {
			if k > 0 {
				one.Parts = append(one.Parts, scene.Bold("", sign))
			}
			place := fmt.Sprintf("%s/%d/%d", at, i, k)
			one.Parts = append(one.Parts, drawBag(place, place, side))
		}
		row.Parts = append(row.Parts, one)
	}
	if len(list) == 0 {
		row.Parts = append(row.Parts, scene.Dim("", "none"))
	}
	return row
}

// drawBag draws pebbles in drawing order, few of them one by one, many as a
// number of each colour. Place is that of the whole, at that above its pebbles.
func drawBag(place, at string, pebbles []string) scene.Part {
	row := &scene.Row{At: place, Gap: scene.Tight, Wrap: true}
	if len(pebbles) == 0 {
		row.Parts = append(row.Parts, scene.Dim("", "empty"))
		return row
	}
	var others []int // pebbles of colours that there are not
	for i, p := range pebbles {
		if !slices.Contains(drawnOrder, p) {
			others = append(others, i)
		}
	}
	for _, name := range drawnOrder {
		var these []int
		for i, p := range pebbles {
			if p == name {
				these = append(these, i)
			}
		}
		row.Parts = append(row.Parts, drawAlike(at, name, these, len(pebbles) > drawnEach)...)
	}
	if len(pebbles) > drawnEach {
		row.Gap = scene.Normal
	}
	row.Parts = append(row.Parts, drawAlike(at, "", others, len(pebbles) > drawnEach)...)
	return row
}

// drawAlike draws the pebbles of one colour, at these places of the bag.
func drawAlike(at, name string, places []int, counted bool) (parts []scene.Part) {
	switch {
	case len(places) == 0:
	case counted:
		parts = append(parts, &scene.Row{Gap: scene.Tight, Parts: []scene.Part{pebble("", name), scene.Say("", fmt.Sprintf("×%d", len(places)))}})
	default:
		for _, i := range places {
			parts = append(parts, pebble(fmt.Sprintf("%s/%d", at, i), name))
		}
	}
	return parts
}

// pebble is one pebble; of a colour that there is not it is an empty one.
func pebble(at, colour string) scene.Part {
	if colour == "" {
		return &scene.Token{At: at, Mark: "?", Colour: scene.Grey}
	}
	return &scene.Token{At: at, Mark: colour[:1], Colour: scene.ColourNamed(colour)}
}

func drawCards(place, at string, cards []drawnCard) scene.Part {
	row := &scene.Row{At: place, Gap: scene.Normal, Wrap: true, Top: true}
	for i := range cards {
		row.Parts = append(row.Parts, drawCard(fmt.Sprintf("%s/%d", at, i), &cards[i]))
	}
	if len(cards) == 0 {
		row.Parts = append(row.Parts, scene.Dim("", "none"))
	}
	return row
}

// drawCard draws a card that lies open.
func drawCard(at string, c *drawnCard) scene.Part {
	place := at
	if place == "" {
		place = "/"
	}
	body := scene.Line("", drawBag(at+"/pebbles", at+"/pebbles", c.Pebbles))
	if c.Face {
		body.Parts = append(body.Parts, scene.Bold(at+"/face?", withFace))
	} else {
		body.Parts = append(body.Parts, scene.Dim(at+"/face?", withoutFace))
	}
	return &scene.Panel{At: place, Body: body}
}

// smallCard draws one card of many.
func smallCard(at string, c *drawnCard) scene.Part {
	row := &scene.Row{At: at, Gap: scene.Tight, Parts: []scene.Part{drawBag("", at+"/pebbles", c.Pebbles)}}
	if c.Face {
		row.Parts = append(row.Parts, scene.Bold("", withFace))
	}
	return row
}

// tableAlt tells a table in sentences.
func tableAlt(s *drawnState) string {
	var b strings.Builder
	if s.Equations != nil {
		fmt.Fprintf(&b, " %s: %s ", text.Count(len(s.Equations), "equation"), drawnAlt(s.Equations, " equals "))
	}
	fmt.Fprintf(&b, "Bank: %s. Visible cards: %s. %s in the hidden pile.", bagWords(s.Bank), cardsWords(s.Visibles), text.Count(len(s.Cards), "card"))
	for i, p := range s.Players {
		name := p.Name
		if name == "" {
			name = fmt.Sprintf("Player %d", i)
		}
		fmt.Fprintf(&b, " %s has %s and the pebbles %s.", name, points(p.Score), bagWords(p.Wallet))
		if len(p.Cards) > 0 {
			fmt.Fprintf(&b, " Cards: %s.", cardsWords(p.Cards))
		}
	}
	return b.String()
}

func drawnAlt(list [][][]string, between string) string {
	var words []string
	for _, sides := range list {
		var s []string
		for _, side := range sides {
			s = append(s, bagWords(side))
		}
		words = append(words, strings.Join(s, between))
	}
	return sentence(strings.Join(words, "; "))
}

func sentence(s string) string {
	if s == "" {
		return "None."
	}
	if s[0] >= 'a' && s[0] <= 'z' {
		s = strings.ToUpper(s[:1]) + s[1:]
	}
	return s + "."
}

// bagWords tells a bag: "2 red, 1 blue".
func bagWords(pebbles []string) string {
	var words []string
	for _, name := range drawnOrder {
		n := 0
		for _, p := range pebbles {
			if p == name {
				n++
			}
		}
		if n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, name))
		}
	}
	return orNone(words)
}

func cardWords(c *drawnCard) string {
	if c.Face {
		return bagWords(c.Pebbles) + " with a face"
	}
	return bagWords(c.Pebbles)
}

func cardsWords(cards []drawnCard) string {
	var words []string
	for i := range cards {
		words = append(words, cardWords(&cards[i]))
	}
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, "; ")
}

func orNone(words []string) string {
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, ", ")
}
