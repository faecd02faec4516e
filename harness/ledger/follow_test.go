package ledger_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/ledger"
)

// whole is a ledger with a verdict of each kind and its end.
func whole(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "run.jsonl")
	h := header(6)
	w, err := ledger.Create(name, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range verdicts() {
		w.Add(result(v))
	}
	if err := w.End(summary(h)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
