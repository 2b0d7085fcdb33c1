package loader

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// probeLimit limits the time to open a layer; a busy machine is slow.
const probeLimit = time.Minute

// verdict is the result of the probe: kind is "ok", "open" or "symbol", or "ended" if the probe printed no
// result.
type verdict struct{ kind, words string }

var verdictOK = verdict{kind: "ok"}

// probe opens a file as the loader does, in a process of its own.
func (h *Host) probe(ctx context.Context, path string) verdict {
	limited, cancel := context.WithTimeout(ctx, probeLimit)
	defer cancel()
	cmd := exec.CommandContext(limited, h.Probe, path)
	cmd.Env = append(withoutRun(os.Environ()), envLibraries+"="+prependDir(h.Dir, os.Getenv(envLibraries)))
	cmd.WaitDelay = 10 * time.Second
	var out bytes.Buffer
	cmd.Stdout = &out
	err := cmd.Run()
	if limited.Err() != nil {
		err = errors.New("it did not finish within " + probeLimit.String())
	}
	return judge(out.String(), err)
}

// withoutRun removes EnvRun: a layer may link libEGL, and must not join a run that this process is part of.
func withoutRun(environ []string) []string {
	return slices.DeleteFunc(environ, func(v string) bool { return strings.HasPrefix(v, EnvRun+"=") })
}

// judge parses the last line, because the layer itself may print lines before it.
func judge(out string, err error) verdict {
	last := strings.TrimRight(out, "\n")
	last = last[strings.LastIndexByte(last, '\n')+1:]
	kind, words, _ := strings.Cut(last, ": ")
	switch {
	case err == nil && last == "ok":
		return verdictOK
	case err != nil && (kind == "open" || kind == "symbol") && words != "":
		return verdict{kind, words}
	case err == nil:
		return verdict{"ended", "the process ended with exit status 0"}
	}
	return verdict{"ended", err.Error()}
}
