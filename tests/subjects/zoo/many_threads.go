//go:build ignore

// Answers right with the help of many threads.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

// threads is within the limit, together with those of the runtime.
const threads = 24

func main() {
	var all, ready sync.WaitGroup
	ready.Add(threads)
	for range threads {
		all.Go(func() {
			// Each waits for all others, so that none can take the thread of one.
			runtime.LockOSThread()
			ready.Done()
			ready.Wait()
		})
	}
	all.Wait()
	fmt.Println(`[[["red"],["white"]]]`)
}
