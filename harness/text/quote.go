package text

import "strings"

// Quote writes words as one line that a POSIX shell reads back as them.
func Quote(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = quoteWord(word)
	}
	return strings.Join(quoted, " ")
}

func quoteWord(word string) string {
	safe := word != ""
	for _, r := range word {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter && !strings.ContainsRune("_-./:=+,@%", r) {
			safe = false
			break
		}
	}
	if safe {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
