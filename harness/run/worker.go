package run

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/judge"
	"github.com/touchstone-harness/touchstone/harness/suite"
)

// serve is one worker: it runs cases until there are no more.
func (r *runner) serve(ctx context.Context) {
	w := &worker{runner: r}
	for group := range r.work {
		if !r.hand(w.do(ctx, group)) {
			return
		}
	}
}

// serveSpare is a worker that waits for slots before it waits for cases, as long
// as there are more to come.
func (r *runner) serveSpare(ctx, more context.Context) {
	w := &worker{runner: r}
	for r.Spare.Take(more, r.Share) {
		var results []result
		select {
		case group := <-r.work:
			results = w.do(ctx, group)
		case <-more.Done():
		}
		r.Spare.Give(r.Share)
		if !r.hand(results) {
			return
		}
	}
}

// hand hands over results, and tells whether anybody still takes them.
func (r *runner) hand(results []result) bool {
	if len(results) == 0 {
		return true
	}
	select {
	case r.results <- results:
		return true
	case <-r.over:
		return false
	}
}

// A worker has an oracle of its own. It only reads the runner's Config, and
// what does not change.
type worker struct {
	*runner
	checker  *suite.Checker
	input    []byte
	splitter *stream.Splitter // with Lines
	lines    []byte           // the same: memory for those of the next group
}

// do runs cases, and returns their results.
func (w *worker) do(ctx context.Context, group []asked) []result {
	var results []result
	if w.Lines {
		results = w.group(ctx, group)
	} else {
		results = make([]result, len(group))
		for i, a := range group {
			results[i] = w.guard(func() result {
				expected, done := w.expect(a)
				if done != nil {
					return *done
				}
				return w.attempts(ctx, a.Case, expected)
			})
		}
	}
	for i, a := range group {
		results[i].index = a.index
		results[i] = w.complete(a.Case, results[i])
	}
	return results
}

// guard is the result of a case. A panic on the way to it is a bug in the harness
// or the rules; it costs this case its verdict and leaves the others alone.
func (w *worker) guard(find func() result) (done result) {
	defer func() {
		if bug := recover(); bug != nil {
			// The oracle may have been left in the middle of its work.
			w.checker = nil
			done = result{Result: trouble(fmt.Sprintf("a bug in touchstone: %v", bug))}
		}
	}()
	if w.checker == nil {
		w.checker = suite.NewChecker(w.Game, w.Rules, w.Task, w.Judge)
	}
	return find()
}

// expect returns what a case expects, or the result if that cannot be told.
func (w *worker) expect(a asked) ([]jsontext.Value, *result) {
	expected, err := w.checker.ExpectedAt(a.index, a.Case)
	if err == nil {
		return expected, nil
	}
	if fault, ok := errors.AsType[*suite.Fault](err); ok {
		return nil, &result{Result: broken(w.Game, fault)}
	}
	if _, ok := errors.AsType[*game.UsageError](err); ok {
		// Nobody can be asked anything: the rules refuse the options of the run, or the
		// reference cannot be started. That is not the program's fault, and costs no points.
		r := trouble(w.Game.WithFolder(hinted(err), w.Game.Folder))
		r.Verdict.Blame = judge.BlameGame
		return nil, &result{Result: r}
	}
	return nil, &result{Result: unknown(err)}
}
