package diagnosis

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/touchstone-harness/touchstone/harness/judge"
)

// decision is what an answer decides, without the values that follow from it:
// whether a request is legal, and the kinds of the values.
func decision(answer []jsontext.Value) string {
	var b strings.Builder
	for _, v := range answer {
		switch kind := v.Kind(); kind {
		case '{':
			b.WriteByte('{')
			b.Write(judge.Member(v, "legal"))
			b.Write(judge.Member(v, "code"))
		case 't', 'f', 'n':
			b.Write(v)
		default:
			b.WriteByte(byte(kind))
		}
		b.WriteByte(' ')
	}
	return b.String()
}
