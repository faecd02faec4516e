package wire

import (
	"errors"
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/json/stream"
)

// A Call is a call that came: [METHOD,[ARGUMENT, ...]] (BG-90).
type Call struct {
	Method string
	Args   []jsontext.Value
}

// A Handler answers a call. It knows the methods and their arguments. If the
// reply is nil none is sent: that of a player that never returns, or one that
// the handler has sent itself. ErrDone as error ends Serve behind the reply; any
// other one ends it without.
type Handler func(Call) (reply jsontext.Value, err error)

// ErrDone of a Handler says that the call it answered was the last one (CF11).
var ErrDone = errors.New("no call follows")

// Serve answers calls one after another, in the order in which they come, until
// the other side closes the connection or the handler ends it. It waits for the
// next call as long as it takes (CF8). A connection that ends between two calls
// is no error (CF2); what is no call, or no JSON, is an *Error, with which a
// client gives up (CF3, CF4, CF5). Serve does not close the connection.
func (c *Conn) Serve(handle Handler) error {
	calls := callReader{stream.NewSplitter(stream.Limits{DepthMax: c.options.DepthMax})}
	for {
		v, err := c.Receive(time.Time{})
		if err != nil {
			return loud(err)
		}
		call, err := calls.read(v)
		if err != nil {
			return err
		}
		reply, err := handle(call)
		if err != nil && err != ErrDone {
			return err
		}
		if reply != nil {
			if sendErr := c.Send(reply, time.Time{}); sendErr != nil {
				return loud(sendErr)
			}
		}
		if err == ErrDone {
			return nil
		}
	}
}

// loud leaves out the error of a connection that just ended.
func loud(err error) error {
	var e *Error
	if errors.As(err, &e) && e.Quiet() {
		return nil
	}
	return err
}

// ParseCall takes a call apart. The error is an *Error of kind WrongShape.
func ParseCall(v jsontext.Value) (Call, error) {
	return callReader{stream.NewSplitter(stream.Limits{DepthMax: DepthMax})}.read(v)
}

// A callReader takes calls apart.
type callReader struct{ splitter *stream.Splitter }

func (r callReader) read(v jsontext.Value) (Call, error) {
	parts, err := r.split(v)
	if err != nil {
		return Call{}, err
	}
	if len(parts) != 2 || parts[0].Raw.Kind() != '"' || parts[1].Raw.Kind() != '[' {
		return Call{}, wrongCall(v, "a call must be an array of the method's name and the array of its arguments", nil)
	}
	name, err := jsontext.AppendUnquote(nil, parts[0].Raw)
	if err != nil {
		return Call{}, wrongCall(v, "the name of the method is not a string", err)
	}
	args, err := r.split(parts[1].Raw)
	if err != nil {
		return Call{}, err
	}
	call := Call{Method: string(name), Args: stream.Raws(args)}
	return call, nil
}

func (r callReader) split(v jsontext.Value) ([]stream.Value, error) {
	values, err := r.splitter.Split(v, 1)
	if err != nil {
		return nil, wrongCall(v, "a call must be an array", err)
	}
	return values, nil
}

func wrongCall(v jsontext.Value, message string, err error) *Error {
	raw := v[:min(len(v), ExcerptBytesMax)]
	return &Error{Kind: WrongShape, Message: fmt.Sprintf("not a call: %s", message), Raw: raw, Bytes: int64(len(v)), Err: err}
}
