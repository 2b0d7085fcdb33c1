package minimize

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// key identifies a candidate.
type key [16]byte

// keyOf returns the key of a candidate. Zero words at the end do not matter.
func keyOf(s file.Set) key {
	for len(s) > 0 && s[len(s)-1] == 0 {
		s = s[:len(s)-1]
	}
	b := make([]byte, 0, 8*len(s))
	for _, word := range s {
		b = binary.LittleEndian.AppendUint64(b, word)
	}
	sum := sha256.Sum256(b)
	return key(sum[:16])
}

// results has the results of tests by candidate.
type results struct {
	mu    sync.Mutex
	tests Tests
	log   *Log
}

func (r *results) find(k key) (fails, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if fails, known = r.log.known[k]; known {
		r.tests.Known++
	}
	return fails, known
}

func (r *results) add(k key, fails bool) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tests.Run++
	return r.log.add(k, fails)
}

func (r *results) count() Tests {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.tests
}

// Log is a file with the results of tests. A run that was stopped continues with them: it makes the same decisions again.
type Log struct {
	f     *os.File // nil if the results are not kept
	known map[key]bool
}

// ErrOtherProblem is returned if a log has the results of another problem.
var ErrOtherProblem = errors.New("the results are of another recording, command, option or failure")

// OpenLog opens or creates the log of a problem, which digest identifies. An incomplete last line is removed.
func OpenLog(path, digest string) (*Log, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	l := &Log{f, map[key]bool{}}
	if err := l.read(digest); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return l, nil
}

// read reads the results, and leaves the file at the end of the last complete line.
func (l *Log) read(digest string) error {
	in := bufio.NewReader(l.f)
	head, err := in.ReadString('\n')
	switch {
	case err == io.EOF: // new, or without a complete first line
		if err := l.f.Truncate(0); err != nil {
			return err
		}
		_, err = l.f.WriteAt([]byte(digest+"\n"), 0)
		return errors.Join(err, l.seek(int64(len(digest)+1)))
	case err != nil:
		return err
	case head != digest+"\n":
		return ErrOtherProblem
	}
	size := int64(len(head))
	for {
		line, err := in.ReadString('\n')
		if err == io.EOF {
			return l.seek(size)
		} else if err != nil {
			return err
		}
		var k key
		text, result, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if n, err := hex.Decode(k[:], []byte(text[:min(len(text), 2*len(k))])); n != len(k) || err != nil || result != passes && result != fails {
			return fmt.Errorf("the results are damaged: %q", line)
		}
		l.known[k] = result == fails
		size += int64(len(line))
	}
}

// Words of the log.
const passes, fails = "passes", "fails"

func (l *Log) seek(at int64) error {
	err := l.f.Truncate(at)
	_, failed := l.f.Seek(at, io.SeekStart)
	return errors.Join(err, failed)
}

// add writes a result with one call, so that at most the last line is incomplete.
func (l *Log) add(k key, failed bool) error {
	l.known[k] = failed
	word := passes
	if failed {
		word = fails
	}
	if l.f == nil {
		return nil
	}
	_, err := l.f.WriteString(hex.EncodeToString(k[:]) + " " + word + "\n")
	return err
}

// IsEmpty reports whether the log has no results.
func (l *Log) IsEmpty() bool { return len(l.known) == 0 }

// Close closes the file.
func (l *Log) Close() error { return l.f.Close() }
