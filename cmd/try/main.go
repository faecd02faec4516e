//go:build js && wasm

// Command try is what the page Try it of the site asks: the rules of all games as a
// module of WebAssembly, with one function that answers questions.
package main

import (
	"syscall/js"

	"github.com/touchstone-harness/touchstone/harness/games"
	"github.com/touchstone-harness/touchstone/harness/report/workbench"
)

// answerName is the function that the module adds to its worker.
const answerName = "touchstoneAnswer"

func main() {
	bench := workbench.New(games.Builtin())
	js.Global().Set(answerName, js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(bench.Answer([]byte(args[0].String())))
	}))
	select {}
}
