package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// The layers with observers, in nanoseconds: the limit of a call on its own thread, and of one on all threads together.
// Without observers, a call only passes the trampoline.
var observeWays = []struct {
	project, what, options string
	own, all               float64
}{
	{"observed", "observer", "gles.Observing{Memory: 16 << 20}", 15, 40},
	{"observedtimes", "observer, with times", "gles.Observing{Memory: 16 << 20, Times: true}", 25, 65},
}

// mostObserved is the maximum number of rounds, which take six seconds each.
const mostObserved = 7

// mostTwo is the limit of a call while two threads call, relative to one thread.
const mostTwo = 1.2

// observe measures calls that observers in Go get, in bursts of 10,000 calls every 16 ms. None may be lost.
func (b *bench) observe(ctx context.Context) error {
	program, err := b.Compile(ctx, "observe.c", "observe", "-lpthread")
	if err != nil {
		return err
	}
	driver, err := b.Compile(ctx, "driver.c", "libdriver.so", "-shared", "-fPIC")
	if err != nil {
		return err
	}
	args := []string{program, b.names, driver, fmt.Sprint(b.bursts)}
	for _, w := range observeWays {
		lib, err := b.observing(ctx, w.project, w.options)
		if err != nil {
			return err
		}
		args = append(args, w.project+"="+lib)
	}
	command := measure.Command{Args: args}
	once := measure.Probe{Once: func(ctx context.Context) (measure.Values, error) {
		u, err := command.Run(ctx)
		if err == nil && strings.Contains(u.Messages, "were lost") {
			err = fmt.Errorf("observed calls were lost: %s", u.Messages)
		}
		if err != nil {
			return nil, err
		}
		return u.Numbers()
	}}
	got, err := measure.Turns{Title: "observe", Rounds: min(b.rounds, mostObserved)}.Run(ctx, once, measure.CPU)
	if err != nil {
		return err
	}
	for _, w := range observeWays {
		own := got[" "+w.project+".own"]
		add := func(what, key string, limit *measure.Threshold) {
			b.report.Add(measure.Row{What: "glUniform4f, " + w.what + what, Unit: measure.Nanosecond, Measured: got[" "+w.project+"."+key], Limit: limit})
		}
		add(": on its own thread", "own", measure.Scaled(w.own, measure.Nanosecond, got[measure.CPU.Name]))
		add(": on all threads together", "all", measure.Scaled(w.all, measure.Nanosecond, got[measure.CPU.Name]))
		add(", two threads: on each", "two", measure.Share(mostTwo, fmt.Sprintf("%.1f x", mostTwo), reference("one thread", own)))
		add(", eight threads: on each", "eight", nil)
	}
	b.report.Add(measure.Row{What: "two readings of the processor's counter, for the times of a call", Unit: measure.Nanosecond, Measured: got[" counter.twice"]})
	return nil
}

// observing builds a layer whose observers do nothing.
func (b *bench) observing(ctx context.Context, name, options string) (string, error) {
	if err := b.Project(ctx, name); err != nil {
		return "", err
	}
	text := fmt.Sprintf("package main\n\nimport %q\n\nfunc init() { gles.SetObserving(%s) }\n\nfunc main() {}\n", name+"/gles", options)
	if err := os.WriteFile(b.Path(name, "main.go"), []byte(text), 0o666); err != nil {
		return "", err
	}
	return b.Layer(ctx, name)
}
