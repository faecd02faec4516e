// Package subjecttest keeps a processor busy for tests of who is starved.
package subjecttest
