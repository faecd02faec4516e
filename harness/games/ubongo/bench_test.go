package ubongo_test

import (
	"slices"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/game/gametest"
	"github.com/touchstone-harness/touchstone/harness/games/ubongo"
)

// square4 is a square of sixteen with all eight pieces, which has 50808
// solutions.
const square4 = `{"footprint":[[0,0],[0,1],[0,2],[0,3],[1,0],[1,1],[1,2],[1,3],[2,0],[2,1],[2,2],[2,3],[3,0],[3,1],[3,2],[3,3]],
	"pieces":["r2","g3","b4","r4","y4","b5","g5","y5"]}`

// BenchmarkSolve counts the solutions of every task of the content, decoding
// and the first solution included.
func BenchmarkSolve(b *testing.B) {
	problems, _ := contentTasks(b)
	oracle := configured(b).Oracle("solve")
	var out game.Output
	var times []time.Duration
	rounds := 0
	b.ReportAllocs()
	for b.Loop() {
		rounds++
		for _, p := range problems {
			out.Reset()
			start := time.Now()
			if err := oracle(p, &out); err != nil {
				b.Fatal(err)
			}
			times = append(times, time.Since(start))
		}
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Nanoseconds())/1000, "median-µs")
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(rounds), "ms/551")
}

// BenchmarkUnsolvable refuses the problems of the content that have no solution.
func BenchmarkUnsolvable(b *testing.B) {
	var problems [][]jsontext.Value
	for _, p := range contentOf(b).Unsolvable {
		problems = append(problems, gametest.Values(b, string(gametest.Write(b, p.problemValue))))
	}
	oracle := configured(b).Oracle("solve")
	var out game.Output
	for i := 0; b.Loop(); i++ {
		out.Reset()
		if err := oracle(problems[i%len(problems)], &out); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSolveAgainstPlain sets the solver beside the plain one of the tests,
// on every tenth task of the content.
func BenchmarkSolveAgainstPlain(b *testing.B) {
	problems, _ := contentTasks(b)
	box := newPlainBox(b)
	oracle := configured(b).Oracle("solve")
	var out game.Output
	var ours, plain time.Duration
	for b.Loop() {
		for i := 0; i < len(problems); i += 10 {
			p := box.problemOf(b, problems[i][0])
			start := time.Now()
			box.count(p)
			plain += time.Since(start)
			start = time.Now()
			out.Reset()
			if err := oracle(problems[i], &out); err != nil {
				b.Fatal(err)
			}
			ours += time.Since(start)
		}
	}
	b.ReportMetric(plain.Seconds()/ours.Seconds(), "x-plain")
}

// BenchmarkTasks answers generated inputs of each task, decoding included.
func BenchmarkTasks(b *testing.B) {
	r := configured(b)
	for _, task := range ubongo.Game().Tasks {
		b.Run(task.Name, func(b *testing.B) {
			set := make([][]jsontext.Value, 200)
			for i := range set {
				set[i] = r.Generate(task.Name, seeded(i), 40)
			}
			oracle := r.Oracle(task.Name)
			var out game.Output
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				out.Reset()
				if err := oracle(set[i%len(set)], &out); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkMove judges claims that are right, in States of about 1.2 KB.
func BenchmarkMove(b *testing.B) {
	in := gametest.Values(b, rightClaim...)
	r := configured(b)
	if _, code := verdict(b, gametest.NewAsker(b, r, "move").Ask(in)); code != "" {
		b.Fatal(code)
	}
	oracle := r.Oracle("move")
	var out game.Output
	b.ReportAllocs()
	b.SetBytes(int64(len(in[0]) + len(in[1])))
	for b.Loop() {
		out.Reset()
		if err := oracle(in, &out); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
}

// BenchmarkLive plays games among four builtin solvers, call by call.
func BenchmarkLive(b *testing.B) {
	r := configured(b)
	calls := 0
	for i := 0; b.Loop(); i++ {
		calls += drive(b, r, i%20, "solver", "random", "clumsy", "solver").calls
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(b.Elapsed().Seconds()*1e6/float64(calls), "µs/call")
}

// BenchmarkSquare counts the solutions of the square.
func BenchmarkSquare(b *testing.B) {
	solveOne(b, gametest.Values(b, square4))
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N), "ms/square")
}

func solveOne(b *testing.B, in []jsontext.Value) {
	b.Helper()
	oracle := configured(b).Oracle("solve")
	var out game.Output
	for b.Loop() {
		out.Reset()
		if err := oracle(in, &out); err != nil {
			b.Fatal(err)
		}
	}
}

// rightClaim is a State of three players in round 1 and a claim that is right.
var rightClaim = []string{
	`{"phase":"solve","round":1,"roller":2,"flipper":0,"die":2,"glass":1,"players":[{"name":"Ada","level":"green","stack":["g02","g03","g04","g05","g06","g07","g08","g09"],"board":"g01","gems":{"red":0,"blue":0,"green":0,"brown":0}},{"name":"bob","level":"yellow","stack":["y11","y12","y13","y14","y15","y16","y17","y18"],"board":"y10","gems":{"red":0,"blue":0,"green":0,"brown":0}},{"name":"Cyd","level":"orange","stack":["o20","o21","o22","o23","o24","o25","o26","o27"],"board":"o19","gems":{"red":0,"blue":0,"green":0,"brown":0}}],"solved":[],"out":[],"display":{"blue":9,"brown":9},"bag":{"red":10,"blue":10,"green":10,"brown":10},"winner":null}`,
	`{"type":"claim","player":1,"time":2500,"placements":[{"piece":"b4","cells":[[0,1,0],[1,1,0],[1,2,0],[1,3,0]]},{"piece":"g3","cells":[[0,3,0],[0,3,1],[1,3,1]]},{"piece":"r2","cells":[[2,2,0],[2,2,1]]},{"piece":"y5","cells":[[0,1,1],[1,0,0],[1,0,1],[1,1,1],[1,2,1]]}],"gem":"green"}`,
}
