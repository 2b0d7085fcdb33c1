package apk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// Tools are the paths of the programs that create APKs.
type Tools struct {
	Aapt      string // aapt2, or aapt
	Platform  string // the APK or jar from which aapt reads Android's attributes
	Apksigner string
	Java      string
	Keytool   string
}

// FindTools finds the programs that Build and Add need; the error lists all missing ones. If packs is false,
// it skips aapt and the platform, which only compiling a manifest needs.
func FindTools(sdk *android.SDK, packs bool) (Tools, error) {
	var t Tools
	var missing []error
	find := func(to *string, names ...string) {
		path, err := sdk.Tool(names...)
		*to, missing = path, append(missing, err)
	}
	if packs {
		find(&t.Aapt, "aapt2", "aapt")
		path, err := sdk.Platform()
		t.Platform, missing = path, append(missing, err)
	}
	find(&t.Apksigner, "apksigner")
	find(&t.Java, "java")
	find(&t.Keytool, "keytool")
	return t, errors.Join(missing...)
}

const maxOutput = 1 << 20 // bytes of a program's output

// call runs a program. The timeout allows for a network disk. Pass secrets in the environment or on stdin,
// never as arguments: every user of the machine can read these.
func (t Tools) call(ctx context.Context, env []string, in io.Reader, program string, args ...string) error {
	ctx, stop := context.WithTimeout(ctx, 5*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, program, args...)
	path := "PATH=" + filepath.Dir(t.Java) + string(os.PathListSeparator) + os.Getenv("PATH") // apksigner is a script that calls java
	cmd.Env = append(append(os.Environ(), path), env...)
	var output limited
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, &output, &output
	cmd.WaitDelay = 10 * time.Second
	err := cmd.Run()
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("%s: %w", filepath.Base(program), ctx.Err())
	}
	var failed *exec.ExitError
	if !errors.As(err, &failed) {
		return err
	}
	return &android.Error{What: filepath.Base(program), Why: words(output.String(), err)}
}

// limited keeps the first maxOutput bytes written.
type limited struct{ bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	if room := maxOutput - l.Len(); room > 0 {
		l.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

// noise matches the stack trace of a Java program and messages about its settings.
var noise = lazyregexp.New(`^(at |\.\.\. |WARNING:|Picked up )`)

// words returns the first relevant lines of a program's output, or else the error's text.
func words(output string, err error) string {
	var lines []string
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		if line != "" && !noise.MatchString(line) {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return err.Error()
	}
	return strings.Join(lines[:min(3, len(lines))], "; ")
}
