package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/process"
)

// The verdicts of cases that did not end.
const (
	crashed = "crashed"
	hung    = "hung"
	notRun  = "not run"
)

// notSupported is the verdict of dEQP for cases that need what the driver does not have.
const notSupported = "NotSupported"

// verdicts has the verdict of each case that began, by its name.
type verdicts map[string]string

// endedAfter follows the verdict of a case after which dEQP ended, because it could not reset the state of the context: the log says cannotReset.
const (
	endedAfter  = " and ended"
	cannotReset = "test program will terminate"
)

// readVerdicts reads the verdicts in a log of dEQP. The last case that has no end gets the verdict unfinished.
func readVerdicts(path, unfinished string) (verdicts, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	out, name, end := verdicts{}, "", ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if begun, ok := strings.CutPrefix(line, "#beginTestCaseResult "); ok {
			name, end = begun, ""
			out[name] = unfinished
		} else if reason, ok := strings.CutPrefix(line, "#terminateTestCaseResult "); ok && name != "" {
			out[name] = reason
		} else if strings.Contains(line, cannotReset) {
			end = endedAfter
		} else if _, after, ok := strings.Cut(line, `<Result StatusCode="`); ok && name != "" {
			code, _, _ := strings.Cut(after, `"`)
			out[name] = code + end
		}
	}
	return out, nil
}

// A setup is a way to run a program of dEQP: over a driver, with a layer or without.
type setup struct {
	name   string   // of the layer, or none
	prefix []string // arguments before those of the program
	env    []string
}

// run runs cases, and returns the verdict of each. After a crash, it continues with the cases after the one that crashed. base is
// the path of the files, without extension.
func (s setup) run(ctx context.Context, m module, dir, base string, names []string) (verdicts, error) {
	all := verdicts{}
	for part := 0; len(names) > 0; part++ {
		got, err := s.runOnce(ctx, m, dir, fmt.Sprintf("%s-%d", base, part), names)
		if ctx.Err() != nil {
			return all, ctx.Err()
		}
		if err != nil {
			return all, fmt.Errorf("%s: %w", s.name, err)
		}
		left := []string{}
		for _, name := range names {
			if verdict, ok := got[name]; ok {
				all[name] = verdict
			} else {
				left = append(left, name)
			}
		}
		if len(got) == 0 { // the program ends before the first case
			for _, name := range left {
				all[name] = notRun
			}
			break
		}
		names = left
	}
	return all, nil
}

// runOnce starts the program once. It ignores the exit code, which is not 0 if a case fails.
func (s setup) runOnce(ctx context.Context, m module, dir, base string, names []string) (verdicts, error) {
	if err := os.WriteFile(base+".txt", []byte(strings.Join(names, "\n")+"\n"), 0o600); err != nil {
		return nil, err
	}
	if err := os.Remove(base + ".qpa"); err != nil && !errors.Is(err, os.ErrNotExist) { // of a run that this one continues
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	argv := append(append([]string{}, s.prefix...), m.argv("--deqp-caselist-file="+base+".txt", "--deqp-log-filename="+base+".qpa",
		"--deqp-log-images=disable", "--deqp-log-shader-sources=disable")...)
	for i := range argv { // the recording has the name of the log
		argv[i] = strings.ReplaceAll(argv[i], recordingName, base+".gltrace")
	}
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = dir, append(os.Environ(), m.environment(s.env)...), 10*time.Second
	process.OwnGroup(cmd)
	out, err := cmd.CombinedOutput()
	process.EndGroup(cmd)
	if failed := os.WriteFile(base+".log", out, 0o600); failed != nil {
		return nil, failed
	}
	unfinished := crashed
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		unfinished = hung
	}
	got, missing := readVerdicts(base+".qpa", unfinished)
	if errors.Is(missing, os.ErrNotExist) {
		return nil, fmt.Errorf("no log of dEQP: %v\n%s", err, out)
	}
	return got, missing
}
