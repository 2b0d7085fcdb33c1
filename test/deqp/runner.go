package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/process"
	"github.com/gleslayergen/gleslayergen/test/replays"
)

const (
	// batch is the number of cases of a recording.
	batch = 50

	// limit is the time in which a batch must be recorded, and replayed, on a busy machine.
	limit = 30 * time.Minute
)

// environment selects Mesa's software driver without a window.
var environment = []string{"DISPLAY=", "EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1", "MESA_SHADER_CACHE_DISABLE=true"}

// A runner records and replays cases of a module.
type runner struct {
	tool   string // gleslayergen
	dir    string // new directory for recordings and logs
	module module
}

// result is what the replays of a module compared.
type result struct {
	module                    string
	cases, batches            int
	calls, answers, different int
	known                     int      // cases that failed, and are in differences.tsv
	failures                  []string // names of other cases that failed, and of files of batches of which no case failed alone
}

// failure returns why the replays of the module are not a success; "" if they are.
func (r result) failure() string {
	switch {
	case len(r.failures) > 0:
		return fmt.Sprintf("failed: %d of %d cases", len(r.failures), r.cases)
	case r.cases > 0 && r.answers == 0:
		return "failed: no asserted answer"
	}
	return ""
}

// run runs the chosen cases. If it fails, for example because ctx is done, the result has what it did before.
func (r runner) run(ctx context.Context, o options) (result, error) {
	all := result{module: r.module.name}
	if err := os.RemoveAll(r.dir); err != nil { // of a run that this one continues: replays are not continued
		return all, err
	}
	if err := os.Mkdir(r.dir, 0o700); err != nil {
		return all, err
	}
	if err := r.module.link(r.dir); err != nil {
		return all, err
	}
	names, err := r.names(ctx, o)
	if err != nil {
		return all, err
	}
	for total := len(names); len(names) > 0; {
		part, rest := names[:min(batch, len(names))], names[min(batch, len(names)):]
		all.batches++
		base := r.base(all.batches)
		ran, report, err := r.batch(ctx, base, part)
		if err != nil && ctx.Err() == nil {
			all.addFailures(base, r.search(ctx, base, ran, err))
		}
		if ctx.Err() != nil {
			return all, ctx.Err()
		}
		if err == nil && len(ran) == 0 {
			all.addFailures(base, []failure{{base + ".txt", base, errNoCase}})
		}
		all.add(ran, report)
		names = append(without(part, ran), rest...)
		fmt.Fprintf(os.Stderr, "%s: %d of %d cases\n", r.module.name, all.cases, total)
	}
	return all, nil
}

// add adds the cases of a batch and the report of their replay, which can be nil.
func (r *result) add(ran []string, report *replays.Report) {
	r.cases += len(ran)
	if report != nil {
		r.calls += report.Calls
		r.answers += report.Asserted()
		r.different += report.Check.Answers.Different
	}
}

// errNoCase is the failure of a list of which no case began.
var errNoCase = errors.New("no case of the list began")

// A failure is a case whose replay failed.
type failure struct {
	name string // of the case, or of the list of cases if none fails alone
	base string // of the files
	err  error
}

// addFailures adds the failures of a batch, and prints those that are not known.
func (r *result) addFailures(base string, failures []failure) {
	for _, f := range failures {
		if reason := knownDifference(f.name); reason != "" {
			r.known++
			continue
		}
		r.failures = append(r.failures, f.name)
		fmt.Fprintf(os.Stderr, "%s: %s (%s.gltrace): %v\n", r.module, f.name, f.base, f.err)
	}
}

// search returns the cases of a failed batch that fail alone. It runs each half of the cases again, and each half of a half that
// fails. Cases that only fail together are one failure, with the name of their list.
func (r runner) search(ctx context.Context, base string, names []string, err error) (failures []failure) {
	switch len(names) {
	case 0:
		return []failure{{filepath.Base(base) + ".txt", base, err}}
	case 1:
		return []failure{{names[0], base, err}}
	}
	middle := len(names) / 2
	for i, half := range [][]string{names[:middle], names[middle:]} {
		part := fmt.Sprintf("%s-%d", base, i)
		if ran, _, err := r.batch(ctx, part, half); err != nil {
			failures = append(failures, r.search(ctx, part, ran, err)...)
		}
	}
	if failures == nil {
		failures = []failure{{filepath.Base(base) + ".txt", base, err}}
	}
	return failures
}

// names returns the cases to run.
func (r runner) names(ctx context.Context, o options) (names []string, err error) {
	if o.cases != "" {
		names, err = r.module.read(o.cases)
	} else {
		names, err = r.module.list(ctx, r.dir)
	}
	if o.explain {
		names = slices.DeleteFunc(names, func(name string) bool { return !isNegative(name) })
	}
	return o.shard.part(choose(names, o.sample, o.seed)), err
}

// without returns the cases that did not run, because the program crashed before them. If none ran, it gives them up.
func without(names, ran []string) (left []string) {
	for _, name := range names {
		if len(ran) > 0 && !slices.Contains(ran, name) {
			left = append(left, name)
		}
	}
	return left
}

// base returns the path of the files of a batch, without extension.
func (r runner) base(batch int) string { return filepath.Join(r.dir, fmt.Sprint(batch)) }

// batch records cases in one run of the program, and replays the recording. It returns the cases that ran, and the report of the
// replay, which can be nil.
func (r runner) batch(ctx context.Context, base string, names []string) (ran []string, report *replays.Report, err error) {
	if err := os.WriteFile(base+".txt", []byte(strings.Join(names, "\n")+"\n"), 0o600); err != nil {
		return nil, nil, err
	}
	if err := r.record(ctx, base); err != nil {
		return nil, nil, err
	}
	if ran, err = ranCases(base + ".qpa"); err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	report, err = replays.Play(ctx, r.tool, base+".gltrace", r.module.environment(environment), "--surface", "pbuffer")
	return ran, report, err
}

// ranCases returns the cases that began in a log of dEQP.
func ranCases(path string) (names []string, err error) {
	text, err := os.ReadFile(path)
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "#beginTestCaseResult "); ok {
			names = append(names, name)
		}
	}
	return names, err
}

// record records the cases of a list. It fails if the run makes no recording, and ignores the exit code, which is not 0 if a case
// fails. The replay refuses a recording that lacks calls.
func (r runner) record(ctx context.Context, base string) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	argv := r.module.argv("--deqp-caselist-file="+base+".txt", "--deqp-log-filename="+base+".qpa", "--deqp-log-images=disable", "--deqp-log-shader-sources=disable")
	cmd := exec.CommandContext(ctx, r.tool, append([]string{"trace", "record", "--replayable", "--out", base + ".gltrace", "--"}, argv...)...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = r.dir, append(os.Environ(), r.module.environment(environment)...), 10*time.Second
	process.OwnGroup(cmd)
	out, err := cmd.CombinedOutput()
	process.EndGroup(cmd)
	if _, missing := os.Stat(base + ".gltrace"); missing != nil {
		return fmt.Errorf("nothing was recorded: %v\n%s", err, out)
	}
	return nil
}
