package subject

import (
	"encoding/binary"
	"errors"
	"slices"
)

// A setup is what a keeper is told when it starts, as JSON on its stdin.
type setup struct {
	Path, Dir  string
	Argv, Env  []string
	Added      []string // to Env, behind what the keeper adds
	Scratch    string   // the folder that is the keeper's own; "": isolate nothing
	View       view
	Layers     []Layer       // where its programs may write without changing anything
	Network    bool          // that of the machine
	Live       bool          // there is a network in which the harness is met
	Marker     string        // in Env, by which its processes are known; "" where none can escape
	Namespaces uintptr       // in which the keeper has been started
	Landlock   bool          // whether to use it
	Group      *controlGroup // for the program; nil: none
	NoFilter   bool          // the kernel does not answer who asks it for one
}

// A greeting is a keeper's first message, as JSON: what it could do.
type greeting struct {
	ABI              int // of Landlock; 0: none
	LandlockProblem  string
	Proc             bool // it has a process table of its own
	ProcProblem      string
	OwnFiles         bool // it has a file system of its own
	ScratchProblem   string
	Filter           bool // its programs lack system calls that they do not need
	FilterProblem    string
	Permitted        bool // its programs see no other files than those of their view
	PermittedProblem string
	Nesting          bool // its programs cannot make namespaces of their own
	NestingProblem   string
	Loopback         bool // its programs can meet the harness in a network of their own
	LoopbackProblem  string
	ReadOnly         bool // its programs cannot change any other files
	ReadOnlyProblem  string
	Caps             bool // its programs cannot have capabilities
	CapsProblem      string
	LayerProblem     string // why a layer is not there
	Counted          bool   // all memory of its programs counts against their limit
	CountProblem     string
	GroupProblem     string // why it cannot use the control group
	Failed           string // why it cannot serve at all
}

// The operations of messages to and from a keeper.
const (
	opRun       = iota + 1 // start the program with the pipes that come along
	opStop                 // ask it to end, then kill all that is left
	opClear                // the program has ended: kill all that is left
	opExited               // the program has ended, but something is left
	opDone                 // no process is left
	opWiped                // nothing else is left either; only after Wiping
	opBound                // from now on the program may use so much processor time
	opSocket               // make a socket in the network of the program
	opDiagnosis            // make one there that tells of the others
	opHunger               // tell how much processor time the program had in the last wait, and whether it was starved
)

// A request goes to a keeper. Stop and clear name the run that they mean: it
// may have ended in the meantime.
type request struct {
	Op, Run      int64
	GraceMs      int64
	WaitMs       int64 // of opStop and opHunger: how long the wait was that ends; 0: all of the run
	AtNS         int64 // of opRun and opBound: when it was sent, as uptime tells
	CPUNs        int64
	MemoryBytes  int64
	Processes    int64
	OpenFiles    int64
	FileBytesMax int64
	Port         int64 // 0: none
	EnoughMilli  int64 // thousandths of one processor: with less, the program was starved
}

// A reply comes from a keeper.
type reply struct {
	Op, Run     int64
	Errno       int64 // why the program did not start
	Status      int64 // as wait gives it
	Limit       int64 // index in limitFaults
	Left        int64 // 1: processes were left that did not go by themselves
	Stuck       int64 // 1: some cannot be ended
	Wiping      int64 // 1: it has left something, which is being removed; lost: the keeper is gone
	CPUNs       int64
	MemoryBytes int64 // at the peak, of the largest process
	Starved     int64 // 1: it was, until it was stopped, or in the wait that was asked about
	Stopped     int64 // 1: it had not ended when it was to be stopped
}

// lost is the value of Wiping in a reply that stands for one that no keeper could
// send any more.
const lost = 2

// limitFaults are the limits that a keeper enforces.
var limitFaults = [...]Fault{None, CPULimit, MemoryLimit, ProcessLimit}

// limitIndex is the place of a limit among them.
func limitIndex(f Fault) int64 { return int64(slices.Index(limitFaults[:], f)) }

// messageBytesMax has room for any message, also a greeting.
const messageBytesMax = 4096

var errMessage = errors.New("a message of the wrong length")

// encode writes a message. The error can only be that of a type without a
// fixed size, which messages are not.
func encode(message any) []byte {
	text, _ := binary.Append(make([]byte, 0, 128), binary.NativeEndian, message)
	return text
}

// decode reads a message that encode wrote.
func decode(text []byte, message any) error {
	if n, err := binary.Decode(text, binary.NativeEndian, message); err != nil || n != len(text) {
		return errMessage
	}
	return nil
}
