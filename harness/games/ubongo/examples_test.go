package ubongo_test

import (
	"testing"

	"github.com/touchstone-harness/touchstone/harness/game/gametest"
)

// TestExamples has the worked examples of the spec's chapter 10.
func TestExamples(t *testing.T) {
	for _, tt := range []struct{ name, task, in, want string }{
		{
			"a piece of five and one of three", "solve",
			`{"footprint":[[0,0],[0,1],[1,1],[1,2]],"pieces":["g3","b5"]}`,
			`{"count":2,"first":[{"piece":"b5","cells":[[0,0,0],[0,0,1],[0,1,1],[1,1,1],[1,2,1]]},{"piece":"g3","cells":[[0,1,0],[1,1,0],[1,2,0]]}]}`,
		},
		{
			"a mirror image", "check",
			`{"footprint":[[0,0],[0,1],[1,1],[1,2]],"pieces":["g3","b5"]}
[{"piece":"g3","cells":[[0,1,0],[1,1,0],[1,2,0]]},{"piece":"b5","cells":[[0,2,0],[0,2,1],[0,1,1],[1,1,1],[1,0,1]]}]`,
			`{"ok":false,"code":"wrong_shape"}`,
		},
		{
			"one has solved", "rewards",
			`{"players":3,"display":{"blue":5,"brown":5},"bag":{"red":6,"blue":8,"green":7,"brown":9},"order":[2],"draws":["red"]}`,
			`{"gains":[{"red":0,"blue":0,"green":0,"brown":0},{"red":0,"blue":0,"green":0,"brown":0},{"red":1,"blue":1,"green":0,"brown":0}],"points":[0,0,7],"display":{"blue":4,"brown":4},"bag":{"red":5,"blue":8,"green":7,"brown":10}}`,
		},
		{
			"the last claim ends the game", "move",
			`{"phase":"solve","round":9,"roller":0,"flipper":1,"die":5,"glass":2,"players":[{"name":"Ida7","level":"green","stack":[],"board":"g02","gems":{"red":2,"blue":7,"green":1,"brown":4}},{"name":"Fay","level":"green","stack":[],"board":"g27","gems":{"red":3,"blue":5,"green":2,"brown":4}}],"solved":[{"player":1,"time":26199,"gem":"green"}],"out":[],"display":{"blue":0,"brown":1},"bag":{"red":5,"blue":7,"green":7,"brown":10},"winner":null}
{"type":"claim","player":0,"time":34896,"placements":[{"piece":"r2","cells":[[1,2,0],[1,1,0]]},{"piece":"g5","cells":[[1,0,1],[2,2,0],[1,2,1],[1,1,1],[2,2,1]]},{"piece":"g3","cells":[[0,0,1],[1,0,0],[0,0,0]]}],"gem":"brown"}`,
			`{"legal":true,"state":{"phase":"over","round":9,"roller":0,"flipper":1,"die":null,"glass":0,"players":[{"name":"Ida7","level":"green","stack":[],"board":null,"gems":{"red":2,"blue":7,"green":1,"brown":6}},{"name":"Fay","level":"green","stack":[],"board":null,"gems":{"red":3,"blue":5,"green":2,"brown":4}}],"solved":[],"out":[],"display":{"blue":0,"brown":0},"bag":{"red":5,"blue":7,"green":7,"brown":9},"winner":0}}`,
		},
		{
			"a game that is over", "score",
			`{"phase":"over","round":9,"roller":0,"flipper":1,"die":null,"glass":0,"players":[{"name":"Ida7","level":"green","stack":[],"board":null,"gems":{"red":2,"blue":7,"green":1,"brown":6}},{"name":"Fay","level":"green","stack":[],"board":null,"gems":{"red":3,"blue":5,"green":2,"brown":4}}],"solved":[],"out":[],"display":{"blue":0,"brown":0},"bag":{"red":5,"blue":7,"green":7,"brown":9},"winner":0}`,
			`{"over":true,"winner":0,"points":[37,35],"ranking":[[0],[1]]}`,
		},
		{
			"what player 1 sees", "view",
			`{"phase":"solve","round":9,"roller":0,"flipper":1,"die":5,"glass":2,"players":[{"name":"Ida7","level":"green","stack":[],"board":"g02","gems":{"red":2,"blue":7,"green":1,"brown":4}},{"name":"Fay","level":"green","stack":[],"board":"g27","gems":{"red":3,"blue":5,"green":2,"brown":4}}],"solved":[{"player":1,"time":26199,"gem":"green"}],"out":[],"display":{"blue":0,"brown":1},"bag":{"red":5,"blue":7,"green":7,"brown":10},"winner":null}
1`,
			`{"player":1,"phase":"solve","round":9,"roller":0,"flipper":1,"die":5,"glass":2,"players":[{"name":"Ida7","level":"green","stack":0,"board":"g02","gems":{"red":2,"blue":7,"green":1,"brown":4}},{"name":"Fay","level":"green","stack":0,"board":"g27","gems":{"red":3,"blue":5,"green":2,"brown":4}}],"solved":[{"player":1,"time":26199,"gem":"green"}],"out":[],"display":{"blue":0,"brown":1},"bag":29,"winner":null,"task":{"footprint":[[0,0],[0,1],[0,2],[1,0],[2,0]],"pieces":["g3","g5","r2"]}}`,
		},
		{
			"one millisecond too late", "solo",
			`{"variant":"count","minutes":5,"best":1,"events":[{"type":"start","at":0,"board":"g05","die":4},{"type":"solve","at":290000,"placements":[{"piece":"b4","cells":[[0,1,1],[0,2,1],[0,3,0],[0,3,1]]},{"piece":"g3","cells":[[2,0,0],[2,0,1],[2,1,1]]},{"piece":"y5","cells":[[0,1,0],[0,2,0],[1,1,0],[1,1,1],[2,1,0]]}]},{"type":"start","at":291500,"board":"g11","die":2},{"type":"solve","at":299000,"placements":[{"piece":"g3","cells":[[0,0,1],[1,0,1],[1,1,1]]},{"piece":"g3","cells":[[0,0,1],[1,0,1],[1,1,1]]},{"piece":"y5","cells":[[0,0,0],[1,0,0],[1,1,0],[2,0,0],[2,0,1]]}]},{"type":"solve","at":300001,"placements":[{"piece":"g3","cells":[[0,0,1],[1,0,1],[1,1,1]]},{"piece":"r2","cells":[[3,0,0],[3,0,1]]},{"piece":"y5","cells":[[0,0,0],[1,0,0],[1,1,0],[2,0,0],[2,0,1]]}]}]}`,
			`{"variant":"count","solved":1,"aside":0,"wrong":1,"time":290000,"finished":true,"record":false}`,
		},
		{
			"a placement left out", "move",
			`{"phase":"solve","round":9,"roller":0,"flipper":1,"die":5,"glass":2,"players":[{"name":"Ida7","level":"green","stack":[],"board":"g02","gems":{"red":2,"blue":7,"green":1,"brown":4}},{"name":"Fay","level":"green","stack":[],"board":"g27","gems":{"red":3,"blue":5,"green":2,"brown":4}}],"solved":[{"player":1,"time":26199,"gem":"green"}],"out":[],"display":{"blue":0,"brown":1},"bag":{"red":5,"blue":7,"green":7,"brown":10},"winner":null}
{"type":"claim","player":0,"time":34896,"placements":[{"piece":"r2","cells":[[1,2,0],[1,1,0]]},{"piece":"g5","cells":[[1,0,1],[2,2,0],[1,2,1],[1,1,1],[2,2,1]]}],"gem":"brown"}`,
			`{"legal":false,"code":"piece_missing"}`,
		},
		{
			"all eight pieces in a square", "solve",
			`{"footprint":[[0,0],[0,1],[0,2],[0,3],[1,0],[1,1],[1,2],[1,3],[2,0],[2,1],[2,2],[2,3],[3,0],[3,1],[3,2],[3,3]],"pieces":["r2","g3","b4","r4","y4","b5","g5","y5"]}`,
			`{"count":50808,"first":[{"piece":"b4","cells":[[0,0,0],[0,0,1],[0,1,0],[0,2,0]]},{"piece":"b5","cells":[[0,1,1],[0,2,1],[1,1,0],[1,1,1],[2,1,0]]},{"piece":"g3","cells":[[0,3,0],[0,3,1],[1,3,0]]},{"piece":"g5","cells":[[1,2,0],[1,2,1],[1,3,1],[2,2,0],[3,2,0]]},{"piece":"r2","cells":[[2,3,0],[2,3,1]]},{"piece":"r4","cells":[[2,0,0],[3,0,0],[3,1,0],[3,1,1]]},{"piece":"y4","cells":[[2,2,1],[3,2,1],[3,3,0],[3,3,1]]},{"piece":"y5","cells":[[1,0,0],[1,0,1],[2,0,1],[2,1,1],[3,0,1]]}]}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(gametest.Lines(gametest.Ask(t, configured(t), tt.task, tt.in))); got != tt.want {
				t.Errorf("%s\nwant\n%s", got, tt.want)
			}
		})
	}
}
