package deploy

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/check"
	"github.com/gleslayergen/gleslayergen/android/elf"
)

// Refused is the error for layers that would not be loaded; nothing was written.
type Refused struct{ Findings []check.Finding }

func (r *Refused) Error() string {
	var lines []string
	for _, f := range r.Findings {
		lines = append(lines, fmt.Sprintf("%s: %s, so the loader would reject the layer [%s]", f.File, f.What, f.ID))
	}
	return strings.Join(lines, "; ")
}

// Hint says how to fix the first finding.
func (r *Refused) Hint() string {
	if r.Findings[0].ID == damaged {
		return r.Findings[0].Remedy
	}
	return r.Findings[0].Remedy + "; to push the layer anyway, add --force"
}

// ExitCode returns the exit code for findings.
func (r *Refused) ExitCode() int { return 4 }

// unreadable returns the error for a file that does not exist or is not a layer.
func unreadable(file string, err error) error {
	if info, missing := os.Stat(file); missing != nil {
		return &android.Error{What: file, Why: reason(missing, file), Advice: "build the layer first: gleslayergen build", Usage: true}
	} else if info.IsDir() {
		return &android.Error{What: file, Why: "is a directory", Advice: "give the path of a layer library in this directory", Usage: true}
	}
	remedy := "give the path of a layer library (.so); to check the file: gleslayergen check " + file
	if bad, ok := errors.AsType[*elf.Damaged](err); ok {
		return &Refused{[]check.Finding{{ID: damaged, Severity: check.Error, File: file, What: bad.Why, Remedy: remedy}}}
	}
	return &android.Error{What: file, Why: reason(err, file), Advice: remedy}
}

// damaged returns the finding for a file that is not a shared object. --force does not push such a file
// either.
const damaged = "damaged"

// reason returns the text of an error without the file name.
func reason(err error, file string) string {
	return strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(err.Error(), "open "), "stat "), file+": ")
}
