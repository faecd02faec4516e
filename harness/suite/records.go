package suite

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/json/stream"
	"github.com/touchstone-harness/touchstone/harness/suite/spool"
)

// Records are cases as a shelf keeps them, one after another: the length of the head, that
// of the rest, then both. All numbers are of variable length, and before each text and
// list stands its length.
type records struct {
	spool spool.Spool
	buf   []byte
	one   Case // whose head was read last
	err   error

	tellers []*teller // of what cases were told, which each names by its place here

	window   []byte // a part of the spool that was read: cases are mostly read in their order
	windowAt int64
}

// windowBytes is how much is read at once: some dozens of usual cases. What is larger is read
// by itself.
const windowBytes = 64 << 10

func newRecords() *records { return &records{spool: spool.Spool{What: "the cases"}} }

// Close drops all cases. The error is the first that reading one again met.
func (r *records) Close() error {
	r.spool.Close()
	return r.err
}

// append adds a record, and returns where it starts.
func (r *records) append(c *Case) (start int64) {
	head := appendHead(r.buf[:0], c)
	all := r.appendTold(appendRest(head, c), c)
	if r.buf = all; cap(all) > windowBytes {
		r.buf = nil // a large case is no reason to keep so much
	}
	var lengths [2 * binary.MaxVarintLen64]byte
	n := binary.PutUvarint(lengths[:], uint64(len(head)))
	n += binary.PutUvarint(lengths[n:], uint64(len(all)-len(head)))
	start = r.spool.Len()
	_, _ = r.spool.Write(lengths[:n]) // it takes everything
	_, _ = r.spool.Write(all)
	return start
}

// head is the case of the record at an offset, as far as its head has it. It is good until
// the next call.
func (r *records) head(start int64) *Case {
	c := &r.one
	*c = Case{}
	head, _, err := r.lengths(start)
	if err == nil {
		err = r.readHead(start, head, c)
	}
	if err != nil {
		return r.lost(err)
	}
	return c
}

func (r *records) readHead(start int64, head span, c *Case) error {
	raw, err := r.bytes(start+int64(head.from), head.end-head.from)
	if err == nil {
		cutHead(raw, c)
	}
	return err
}

// read is the case of the record at an offset.
func (r *records) read(start int64) *Case {
	c := new(Case)
	head, rest, err := r.lengths(start)
	if err == nil {
		err = r.readHead(start, head, c)
	}
	if err == nil {
		// The id outlives the case, in results: it must not keep the whole head.
		c.ID = strings.Clone(c.ID)
		values := make([]byte, rest.end-rest.from)
		if err = r.fill(values, start+int64(rest.from)); err == nil {
			r.cutTold(cutRest(values, c), c)
		}
	}
	if err != nil {
		return r.lost(err)
	}
	return c
}

// lost stands for a case that cannot be read again, which Close tells.
func (r *records) lost(err error) *Case {
	if r.err == nil {
		r.err = err
	}
	return &Case{Broken: &Fault{Message: err.Error()}}
}

// A span is a part of a record.
type span struct{ from, end int }

// lengths are where the parts of a record stand in it.
func (r *records) lengths(start int64) (head, rest span, err error) {
	first, err := r.bytes(start, int(min(2*binary.MaxVarintLen64, r.spool.Len()-start)))
	if err != nil {
		return head, rest, err
	}
	long, n := binary.Uvarint(first)
	more, m := binary.Uvarint(first[n:])
	head = span{n + m, n + m + int(long)}
	return head, span{head.end, head.end + int(more)}, nil
}

// bytes are so many bytes of the spool, good until the next call.
func (r *records) bytes(start int64, n int) ([]byte, error) {
	if n > windowBytes {
		large := make([]byte, n)
		_, err := r.spool.ReadAt(large, start)
		return large, err
	}
	if at := start - r.windowAt; at < 0 || at+int64(n) > int64(len(r.window)) {
		if r.window == nil {
			r.window = make([]byte, windowBytes)
		}
		got, err := r.spool.ReadAt(r.window[:cap(r.window)], start)
		r.window, r.windowAt = r.window[:got], start
		if got < n {
			return nil, err
		}
	}
	return r.window[start-r.windowAt:][:n], nil
}

// fill reads bytes of the spool that are to be kept.
func (r *records) fill(to []byte, start int64) error {
	if len(to) > windowBytes {
		_, err := r.spool.ReadAt(to, start)
		return err
	}
	from, err := r.bytes(start, len(to))
	copy(to, from)
	return err
}

// The bits of the flags of a case.
const (
	flagAnyRun = 1 << iota
	flagBroken
	flagIn // there is a list, though it may be empty
	flagOut
)

func appendHead(b []byte, c *Case) []byte {
	flags := byte(0)
	for _, f := range []struct {
		set  bool
		flag byte
	}{{c.AnyRun, flagAnyRun}, {c.Broken != nil, flagBroken}, {c.In != nil, flagIn}, {c.Out != nil, flagOut}} {
		if f.set {
			flags |= f.flag
		}
	}
	b = append(b, flags)
	b = appendText(appendText(b, c.ID), c.Name)
	b = appendText(appendText(appendText(b, c.Why), c.File), c.Source)
	b = appendText(appendText(b, c.in.file), c.out.file)
	b = appendTexts(appendTexts(b, c.Clauses), c.Tags)
	b = binary.AppendUvarint(b, uint64(len(c.Options)))
	for _, o := range c.Options {
		b = appendText(appendText(b, o.Name), o.Value)
	}
	if f := c.Broken; f != nil {
		for _, text := range []string{string(f.Kind), f.Clause, f.File, f.Message, f.Hint} {
			b = appendText(b, text)
		}
		b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(f.Line)), uint64(f.Column))
	}
	return b
}

func appendRest(b []byte, c *Case) []byte {
	for _, side := range []struct {
		values []jsontext.Value
		place  place
	}{{c.In, c.in}, {c.Out, c.out}} {
		b = binary.AppendUvarint(b, uint64(len(side.values)))
		for _, v := range side.values {
			b = appendText(b, v)
		}
		b = binary.AppendUvarint(b, uint64(len(side.place.starts)))
		for _, p := range side.place.starts {
			b = binary.AppendUvarint(b, uint64(p.Offset))
			b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(p.Line)), uint64(p.Column))
		}
	}
	return b
}

func appendText[T string | jsontext.Value](b []byte, text T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

func appendTexts(b []byte, texts []string) []byte {
	b = binary.AppendUvarint(b, uint64(len(texts)))
	for _, text := range texts {
		b = appendText(b, text)
	}
	return b
}

// A cutter takes a part of a record apart.
type cutter struct {
	raw  []byte
	text string // the same, for a part with texts
	at   int
}

func (k *cutter) number() int {
	n, size := binary.Uvarint(k.raw[k.at:])
	k.at += size
	return int(n)
}

// next is the place of something with a length before it.
func (k *cutter) next() (from, end int) {
	n := k.number()
	k.at += n
	return k.at - n, k.at
}

func (k *cutter) string() string {
	from, end := k.next()
	return k.text[from:end]
}

func (k *cutter) value() jsontext.Value {
	from, end := k.next()
	return k.raw[from:end:end]
}

func (k *cutter) strings() []string {
	n := k.number()
	if n == 0 {
		return nil
	}
	list := make([]string, n)
	for i := range list {
		list[i] = k.string()
	}
	return list
}

// cutHead fills in what the head of a record has.
func cutHead(raw []byte, c *Case) {
	k := cutter{raw: raw[1:], text: string(raw[1:])}
	flags := raw[0]
	c.AnyRun = flags&flagAnyRun != 0
	c.ID, c.Name = k.string(), k.string()
	c.Why, c.File, c.Source = k.string(), k.string(), k.string()
	c.in.file, c.out.file = k.string(), k.string()
	c.Clauses, c.Tags = k.strings(), k.strings()
	if n := k.number(); n > 0 {
		c.Options = make([]game.Setting, n)
		for i := range c.Options {
			c.Options[i] = game.Setting{Name: k.string(), Value: bytes.Clone(k.value())}
		}
	}
	if flags&flagBroken != 0 {
		c.Broken = &Fault{Kind: FaultKind(k.string()), Clause: k.string(), File: k.string(), Message: k.string(), Hint: k.string()}
		c.Broken.Line, c.Broken.Column = k.number(), k.number()
	}
	if flags&flagIn != 0 {
		c.In = []jsontext.Value{}
	}
	if flags&flagOut != 0 {
		c.Out = []jsontext.Value{}
	}
}

// appendTold adds what the case was told: the number of the teller, the values and
// the clause. A case that was told nothing ends before.
func (r *records) appendTold(b []byte, c *Case) []byte {
	t := c.told
	if t == nil {
		return b
	}
	at := slices.Index(r.tellers, t.by)
	if at < 0 {
		at, r.tellers = len(r.tellers), append(r.tellers, t.by)
	}
	b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(at)), uint64(len(t.values)))
	for _, v := range t.values {
		b = appendText(b, v)
	}
	return append(b, t.clause...)
}

// cutTold fills in what the case was told, which stands behind all else.
func (r *records) cutTold(k *cutter, c *Case) {
	if k.at == len(k.raw) {
		return
	}
	t := &told{by: r.tellers[k.number()], in: c.In, values: make([]jsontext.Value, k.number())}
	for i := range t.values {
		t.values[i] = k.value()
	}
	t.clause = string(k.raw[k.at:])
	c.told = t
}

// cutRest fills in what the rest of a record has, which it keeps, and returns what is left.
func cutRest(raw []byte, c *Case) *cutter {
	k := &cutter{raw: raw}
	for _, side := range []struct {
		values *[]jsontext.Value
		place  *place
	}{{&c.In, &c.in}, {&c.Out, &c.out}} {
		if n := k.number(); n > 0 {
			*side.values = make([]jsontext.Value, n)
			for i := range *side.values {
				(*side.values)[i] = k.value()
			}
		}
		if n := k.number(); n > 0 {
			side.place.starts = make([]stream.Position, n)
			for i := range side.place.starts {
				side.place.starts[i] = stream.Position{Offset: int64(k.number()), Line: k.number(), Column: k.number()}
			}
		}
	}
	return k
}
