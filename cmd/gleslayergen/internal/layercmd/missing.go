package layercmd

import (
	"errors"
	"runtime"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/doctor"
)

// withAdvice adds doctor's installation hints to errors about missing programs. Programs that were searched
// in the same places become one message.
func withAdvice(err error) error {
	var tools []string
	var told []error
	for _, one := range ui.SplitErrors(err) {
		missing, ok := errors.AsType[*android.Missing](one)
		if !ok {
			told = append(told, one)
			continue
		}
		tools = append(tools, missing.Tool)
		told = joinMissing(told, missing)
	}
	if len(tools) == 0 {
		return err
	}
	return ui.WithHint(errors.Join(told...), doctor.Advice(runtime.GOOS, tools...)+"; to check all programs that \"gleslayergen apk\" needs: gleslayergen doctor apk")
}

// joinMissing adds a missing program to errors, joined with one that was searched in the same places.
func joinMissing(told []error, m *android.Missing) []error {
	at := slices.IndexFunc(told, func(err error) bool {
		other, ok := errors.AsType[*android.Missing](err)
		return ok && other.Looked == m.Looked
	})
	if at < 0 {
		return append(told, m)
	}
	other, _ := errors.AsType[*android.Missing](told[at])
	both := strings.Join(other.Names, " or ") + ", " + strings.Join(m.Names, " or ")
	told[at] = &android.Missing{Tool: other.Tool, Names: []string{both}, Looked: m.Looked}
	return told
}
