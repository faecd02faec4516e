package grade

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"strings"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/game"
	"github.com/touchstone-harness/touchstone/harness/text"
)

// The bounds of a secret that somebody may have written.
const (
	// secretBytesMin is more than can be guessed.
	secretBytesMin = 16
	secretBytesMax = 4 << 10
)

// anonymous tells whether the teams have numbers instead of names: where the
// suites of teams count for others, and the course says so.
func (e *Engine) anonymous() bool {
	return e.Course.Anonymous && slices.ContainsFunc(e.Course.Tasks, func(t course.Task) bool { return t.WeightOf(course.Others) > 0 })
}

// aliasDigits is how long the number of a team is: among a thousand teams two get
// the same one in one of eight thousand courses.
const aliasDigits = 8

// number numbers the teams so that nobody can tell who is meant who does not have
// the secret of the course. A number depends on the secret and on the name of its
// team alone: it stays the same when other teams join, on any machine. The error
// is a *game.UsageError.
func (e *Engine) number() error {
	if !e.anonymous() || e.aliases != nil {
		return nil
	}
	secret, err := e.secret()
	if err != nil {
		return err
	}
	sum := func(said string) string {
		h := hmac.New(sha256.New, []byte(secret))
		h.Write([]byte(said))
		return hex.EncodeToString(h.Sum(nil))
	}
	aliases, teamOf := make(map[string]string, len(e.all)), make(map[string]string, len(e.all))
	for _, s := range e.all {
		alias := sum("team " + s.Team)[:aliasDigits]
		if other, taken := teamOf[alias]; taken && other != s.Team {
			return &game.UsageError{
				Message: fmt.Sprintf("the secret of the course, %[3]s, gives the teams %[1]s and %[2]s the same name", other, s.Team, e.Course.Secret),
				Hint:    "write another secret into it, or remove it: touchstone makes a new one",
			}
		}
		aliases[s.Team], teamOf[alias] = alias, s.Team
	}
	e.aliases, e.secretSum = aliases, sum("course")
	return nil
}

// called is what a team is called where others see it.
func (e *Engine) called(team string) string {
	if !e.anonymous() {
		return team
	}
	return "team " + e.aliases[team]
}

// inOrder are the teams of the course in an order that tells nothing about their
// names where these are not to be known.
func (e *Engine) inOrder() []course.Submission {
	if !e.anonymous() {
		return e.all
	}
	list := slices.Clone(e.all)
	sort.Slice(list, func(i, j int) bool { return e.aliases[list[i].Team] < e.aliases[list[j].Team] })
	return list
}

// secret is that of the course, which is made if there is none.
func (e *Engine) secret() (string, error) {
	path := e.Course.Secret
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := makeSecret(path); err != nil {
			return "", wrongSecret(path, err)
		}
	}
	return readSecret(path)
}

// wrongSecret is the error of a secret that there is not, or that is none.
func wrongSecret(path string, err error) error {
	return &game.UsageError{
		Message: fmt.Sprintf("the secret of the course, %s: %v", path, text.Cause(err)),
		Hint:    "touchstone makes the names of an anonymous course from it; set secret in the course file to another path",
	}
}

// secretive tells of a secret that cannot be read, or be made, before anything is unpacked.
func (e *Engine) secretive() {
	path := e.Course.Secret
	if !e.anonymous() || path == "" {
		return
	}
	_, err := readSecret(path)
	if _, missing := os.Stat(path); errors.Is(missing, fs.ErrNotExist) {
		err = nil
		switch dir, unseen := os.Stat(filepath.Dir(path)); {
		case unseen != nil:
			err = wrongSecret(path, fmt.Errorf("there is no folder %s to make it in", filepath.Dir(path)))
		case !dir.IsDir():
			err = wrongSecret(path, fmt.Errorf("%s is no folder to make it in", filepath.Dir(path)))
		case mayMake(filepath.Dir(path)):
		default:
			// The system alone knows: of a disk that is read-only the rights of the folder do not tell.
			temp, unwritable := tempSecret(path)
			if unwritable != nil {
				err = wrongSecret(path, fmt.Errorf("it cannot be made in the folder %s: %w", filepath.Dir(path), text.Cause(unwritable)))
				break
			}
			temp.Close()
			os.Remove(temp.Name())
		}
	}
	for _, other := range []string{e.Course.File, e.Course.Submissions.Roster} {
		if other != "" && filepath.Clean(other) == filepath.Clean(path) {
			err = wrongSecret(path, errors.New("it is the course file or the roster, which others know"))
		}
	}
	if said, ok := errors.AsType[*game.UsageError](err); ok {
		e.tell(Finding{
			Level: Wrong, Kind: aboutCourse, File: e.Course.File, Line: e.Course.Line("secret"), Message: "secret: " + said.Message, Hint: said.Hint,
		})
	}
}

// readSecret is the secret in a file. The error is a *game.UsageError.
func readSecret(path string) (string, error) {
	wrong := func(err error) error { return wrongSecret(path, err) }
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "", wrong(err)
	case !info.Mode().IsRegular() || info.Size() > secretBytesMax:
		return "", wrong(fmt.Errorf("expected a file of at most %s", text.Bytes(secretBytesMax)))
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
		return "", &game.UsageError{
			Message: fmt.Sprintf("other users can read the secret of the course, %s", path),
			Hint:    "chmod 600 " + path,
		}
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return "", wrong(err)
	}
	secret := strings.TrimSpace(string(raw))
	if len(secret) < secretBytesMin {
		return "", wrong(fmt.Errorf("expected at least %s, found %d", text.Bytes(secretBytesMin), len(secret)))
	}
	return secret, nil
}

// tempSecret makes a file beside that of a secret, which nobody else may read.
func tempSecret(path string) (*os.File, error) {
	return os.CreateTemp(filepath.Dir(path), ".touchstone-*.tmp")
}

// makeSecret makes a file with a new secret. Another shard may do so at the same
// time: the first one counts.
func makeSecret(path string) error {
	temp, err := tempSecret(path)
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	_, err = temp.WriteString(rand.Text() + "\n")
	if err = errors.Join(err, temp.Sync(), temp.Close()); err != nil {
		return err
	}
	if err := os.Link(temp.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		// Some file systems know no second names.
		return os.Rename(temp.Name(), path)
	}
	return nil
}
