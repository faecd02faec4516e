package judge

import "strings"

// NameOf is a pointer into the values without the numbers of elements in them: places of one name
// are those of the same member in all elements.
func NameOf(pointer string) string {
	names := strings.Split(pointer, "/")
	for i := 2; i < len(names); i++ {
		if names[i] != "" && names[i][0] >= '0' && names[i][0] <= '9' {
			names[i] = "*"
		}
	}
	return strings.Join(names, "/")
}
