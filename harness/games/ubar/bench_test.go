package ubar_test

import (
	"slices"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/games/ubar"
)

// BenchmarkRandomGames plays whole games of two to four random players, without
// JSON.
func BenchmarkRandomGames(b *testing.B) {
	r := configured(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		g := ubar.NewGame(r, seeded(i))
		for g.Next() {
		}
		if err := g.Err(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkLiveGames plays the same with calls, replies and events in JSON.
func BenchmarkLiveGames(b *testing.B) {
	r := configured(b)
	l := r.Live()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		in := r.Generate("setup", seeded(i), 50)
		seats, err := l.Seats(in)
		if err != nil {
			b.Fatal(err)
		}
		f, err := l.Referee(in, allNames[:seats.Least])
		if err != nil {
			b.Fatal(err)
		}
		players := make([]game.Player, seats.Least)
		for k := range players {
			if players[k], err = l.Player("random", allNames[k], uint64(i+k)); err != nil {
				b.Fatal(err)
			}
		}
		for due := f.Calls(); len(due) > 0; due = f.Calls() {
			reply, err := players[due[0].Seat].Reply(due[0].Method, due[0].Args)
			if err != nil {
				b.Fatal(err)
			}
			if breach := f.Answer(due[0].Seat, reply.Text); breach != nil {
				b.Fatal(breach.Message)
			}
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkFit asks of multisets of all kinds whether they fit; the rules alone,
// then with reading and writing.
func BenchmarkFit(b *testing.B) {
	b.Run("rules", func(b *testing.B) {
		fits := ubar.Fits(configured(b))
		set := make([][5]int8, 1024)
		for i := range set {
			rng := seeded(i)
			set[i] = [5]int8{int8(rng.IntN(5)), int8(rng.IntN(4)), int8(rng.IntN(6)), int8(rng.IntN(4)), int8(rng.IntN(3))}
		}
		for i := 0; b.Loop(); i++ {
			fits(set[i%len(set)])
		}
	})
	b.Run("task", func(b *testing.B) {
		r := configured(b)
		oracle := r.Oracle("fit")
		set := inputs(r, "fit", 500)
		var out game.Output
		var times []time.Duration
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			out.Reset()
			start := time.Now()
			if err := oracle(set[i%len(set)], &out); err != nil {
				b.Fatal(err)
			}
			times = append(times, time.Since(start))
		}
		slices.Sort(times)
		b.ReportMetric(float64(times[len(times)/2].Nanoseconds()), "median-ns")
	})
}

// BenchmarkTask answers generated inputs of every task, reading and writing
// included.
func BenchmarkTask(b *testing.B) {
	r := configured(b)
	for _, task := range ubar.Game().Tasks {
		if task.Live != "" {
			continue
		}
		b.Run(task.Name, func(b *testing.B) {
			set := inputs(r, task.Name, 200)
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

func inputs(r game.Rules, task string, n int) [][]jsontext.Value {
	set := make([][]jsontext.Value, n)
	for i := range set {
		set[i] = r.Generate(task, seeded(i), i%(game.SizeMax+1))
	}
	return set
}

// BenchmarkUbarMove reads States and requests of all stages of a game, judges
// them, and writes the answers, in the one thread that it runs in.
func BenchmarkUbarMove(b *testing.B) {
	r := configured(b)
	oracle := r.Oracle("move")
	set := inputs(r, "move", 1000)
	var out game.Output
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		out.Reset()
		if err := oracle(set[i%len(set)], &out); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
}
