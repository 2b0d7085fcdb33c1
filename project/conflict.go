package project

import (
	"bytes"
	"fmt"
)

// conflictLine returns the line, counted from 1, of the first conflict that a merge of Git left in a text, or 0.
func conflictLine(text []byte) int {
	if !bytes.Contains(text, []byte(">>>>>>> ")) {
		return 0
	}
	start, half, line := 0, false, 0
	for l := range bytes.Lines(text) {
		line++
		switch {
		case bytes.HasPrefix(l, []byte("<<<<<<< ")):
			start, half = line, false
		case start > 0 && bytes.HasPrefix(l, []byte("=======")):
			half = true
		case half && bytes.HasPrefix(l, []byte(">>>>>>> ")):
			return start
		}
	}
	return 0
}

// checkConflict returns an error for a file with a merge conflict.
func checkConflict(path string, text []byte, advice string) error {
	line := conflictLine(text)
	if line == 0 {
		return nil
	}
	return &Error{What: fmt.Sprintf("%s:%d", path, line), Why: whyConflict, Advice: advice}
}

const (
	whyConflict    = "the file contains an unresolved merge conflict (<<<<<<<)"
	adviceConflict = "edit the file: keep one side of the conflict, or parts of both, and remove the lines with <<<<<<<, ======= and >>>>>>>"
)
