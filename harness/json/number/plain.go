package number

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// AppendPlain appends a value of JSON with integers as plain digits and strings with no
// escapes but those that JSON needs.
func AppendPlain(out []byte, v jsontext.Value) []byte {
	var b bytes.Buffer
	to, from := jsontext.NewEncoder(&b), jsontext.NewDecoder(bytes.NewReader(v))
	for {
		token, err := from.ReadToken()
		if err != nil {
			break // at its end: the value is JSON
		}
		if digits, ok := Integer([]byte(token.String())); token.Kind() == '0' && ok {
			err = to.WriteValue(digits)
		} else {
			err = to.WriteToken(token)
		}
		if err != nil {
			break // it has been read as JSON
		}
	}
	return append(out, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}
