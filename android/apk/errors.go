package apk

import (
	"cmp"
	"fmt"
)

// Damaged is the error for a file that is not an APK, or is a damaged one.
type Damaged struct{ Why, Advice string }

func (e *Damaged) Error() string { return "invalid APK: " + e.Why }

// Hint returns what to do.
func (e *Damaged) Hint() string {
	return cmp.Or(e.Advice, "build the APK again, or copy it again from its original location")
}

func damaged(format string, args ...any) error { return &Damaged{Why: fmt.Sprintf(format, args...)} }
