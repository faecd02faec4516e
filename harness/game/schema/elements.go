package schema

import (
	"encoding/json"
	"math"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// itemsKeyword stands for items in the schemas that the library compiles.
const itemsKeyword = "x-items"

// elementsCompiler teaches the library the keyword: it means what items means,
// but gives up after ProblemsMax wrong elements. The library's own keyword
// makes an error of a kilobyte for each element, so that one long array of
// rubbish could take all memory. Of an array that is longer than maxItems, which is wrong
// for that, it looks at so many elements only.
type elementsCompiler struct{}

func (elementsCompiler) Compile(ctx jsonschema.CompilerContext, m map[string]any) (jsonschema.ExtSchema, error) {
	if _, ok := m[itemsKeyword]; !ok {
		return nil, nil
	}
	schema, err := ctx.Compile(itemsKeyword, false)
	e := elements{schema: schema, most: math.MaxInt}
	if number, ok := m["maxItems"].(json.Number); ok {
		if most, err := strconv.Atoi(string(number)); err == nil {
			e.most = most
		}
	}
	return e, err
}

type elements struct {
	schema *jsonschema.Schema
	most   int // maxItems
}

func (e elements) Validate(ctx jsonschema.ValidationContext, v any) error {
	array, ok := v.([]any)
	if !ok {
		return nil
	}
	var wrong []error
	for i, element := range array[:min(len(array), e.most)] {
		err := ctx.Validate(e.schema, itemsKeyword, element, strconv.Itoa(i))
		if err == nil {
			continue
		}
		if wrong = append(wrong, err); len(wrong) == ProblemsMax {
			break
		}
	}
	if wrong == nil {
		return nil
	}
	return jsonschema.ValidationError{}.Group(ctx.Error(itemsKeyword, "items failed"), wrong...)
}
