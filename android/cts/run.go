package cts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/deploy"
	"github.com/gleslayergen/gleslayergen/android/device"
)

// Result is the result of a case.
type Result struct {
	Case     string   `json:"case"`     // name of the test case
	Expected []string `json:"expected"` // lines of the log
	Missed   []string `json:"missed"`   // the part of Expected that did not occur
	Passed   bool     `json:"passed"`
	Reason   string   `json:"reason"`        // why Android behaves as expected
	Log      []string `json:"log,omitempty"` // of the app's process, if the case failed
	Unseen   bool     `json:"-"`             // the process was never seen: Log has lines of all processes
}

// Report is the result of a run.
type Report struct {
	Own     bool  // run with this tool's apps and layers, not Android's
	Walk    *Walk // nil if no layer of this tool was called
	Results []Result
	Left    []deploy.RestoreItem // changed by another process during the run, so not restored
}

// Run runs the cases for the device's release and restores the device. The journal records all changes, so
// that device restore can undo them after an interruption. Without a maker, Android's own apps and layers
// must be installed; lacks is the error with the reason for the missing maker. If the device could not be restored,
// the error is or contains a RestoreError.
func Run(ctx context.Context, d *adb.Device, user int, maker *Maker, lacks error) (report *Report, err error) {
	r := &runner{d: d, maker: maker, user: user}
	if r.s, err = device.Read(ctx, d, r.query()); err != nil {
		return nil, err
	}
	if err := r.s.SettingsFault(); err != nil {
		return nil, err
	}
	if r.journal, err = deploy.OpenJournal(d.Identity()); err != nil {
		return nil, err
	}
	report = &Report{Own: maker != nil}
	defer func() { err = errors.Join(err, r.restore(ctx, report)) }()
	if err := r.checkDevice(lacks); err != nil {
		return report, err
	}
	r.took = true
	if maker != nil {
		if err := r.install(ctx); err != nil {
			return report, err
		}
	}
	return report, r.runAll(ctx, report)
}

// runAll runs the cases of the release.
func (r *runner) runAll(ctx context.Context, report *Report) error {
	for _, c := range theCases() {
		if !c.Releases.Contains(r.s.Release) {
			continue
		}
		result, err := r.run(ctx, c)
		if err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		report.Results, report.Walk = append(report.Results, result), r.walk
	}
	return nil
}

// backTime is the timeout for restoring the device, including uninstalling packages.
const backTime = 2 * time.Minute

// restore restores the device, even if the run was interrupted, and then closes the journal. Until then no other
// run of this tool can change the device.
func (r *runner) restore(ctx context.Context, report *Report) error {
	defer r.journal.Close()
	if !r.took {
		return nil
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), backTime)
	defer stop()
	restored, err := deploy.RestoreLocked(ctx, r.d, r.journal, r.s.User)
	if restored != nil {
		report.Left = restored.Left
	}
	if err != nil {
		return &RestoreError{err}
	}
	return nil
}

// RestoreError is the error of a device that was not restored after the run.
type RestoreError struct{ err error }

func (e *RestoreError) Error() string { return e.err.Error() }
func (e *RestoreError) Unwrap() error { return e.err }

// run sets the device state of a case, starts the app, and evaluates its log.
func (r *runner) run(ctx context.Context, c Case) (Result, error) {
	result := Result{Case: c.Name, Expected: []string{}, Missed: []string{}, Reason: c.Reason}
	change := r.change(c)
	if err := r.journal.Begin(change.changes...); err != nil {
		return result, err
	}
	output, err := deploy.RunScripts(ctx, r.d, append(change.steps, r.start(c))...)
	if err != nil {
		return result, err
	}
	expect := func(words string, met bool) {
		result.Expected = append(result.Expected, words)
		if !met {
			result.Missed = append(result.Missed, words)
		}
	}
	log, unseen, _ := strings.Cut(output, never)
	log, walk := cutWalk(log)
	if walk != nil {
		r.walk = walk
	}
	if c.Refused {
		expect("copy of layer A refused", strings.Contains(log, refused))
	}
	expect("app completed", strings.Contains(log, complete))
	for _, w := range c.Want {
		expect(w.String(), w.isMet(log))
	}
	if result.Passed = len(result.Missed) == 0; !result.Passed {
		result.Log = strings.Split(strings.TrimSpace(log+unseen), "\n")
		result.Unseen = unseen != ""
	}
	return result, nil
}

// Lines of the script or the log.
const (
	refused  = "cts: push was refused"
	never    = "cts: the process was never seen" // the log of all processes follows; it is not evaluated
	complete = "RootlessGpuDebug activity complete"
)
