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

// Refused are layers that would not be loaded; nothing was written.
type Refused struct{ Findings []check.Finding }

func (r *Refused) Error() string {
	var lines []string
	for _, f := range r.Findings {
		lines = append(lines, fmt.Sprintf("%s: %s, so the loader would reject it [%s]", f.File, f.What, f.ID))
	}
	return strings.Join(lines, "; ")
}

// Hint says what to do about the first.
func (r *Refused) Hint() string {
	if r.Findings[0].ID == damaged {
		return r.Findings[0].Remedy
	}
	return r.Findings[0].Remedy + "; to push the layer anyway: --force"
}

// ExitCode is that of findings.
func (r *Refused) ExitCode() int { return 4 }

// unreadable is the error of a layer that is not there, or is none.
func unreadable(file string, err error) error {
	if info, missing := os.Stat(file); missing != nil {
		return &android.Error{What: file, Why: reason(missing, file), Advice: "build the layer first: gleslayergen build", Usage: true}
	} else if info.IsDir() {
		return &android.Error{What: file, Why: "is a directory", Advice: "name the layer library in the directory", Usage: true}
	}
	remedy := "name the layer library (.so); to see the reason: gleslayergen check " + file
	if bad, ok := errors.AsType[*elf.Damaged](err); ok {
		return &Refused{[]check.Finding{{ID: damaged, Severity: check.Error, File: file, What: bad.Why, Remedy: remedy}}}
	}
	return &android.Error{What: file, Why: reason(err, file), Advice: remedy}
}

// damaged is the finding of a file that is not a shared object. --force does not push such a file either.
const damaged = "damaged"

// reason is an error without the name of the file that it is about.
func reason(err error, file string) string {
	return strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(err.Error(), "open "), "stat "), file+": ")
}
