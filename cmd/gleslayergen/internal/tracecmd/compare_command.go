package tracecmd

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/recovery"
)

// deviceCommand is a command in the shell of a device, which is started and stopped once.
type deviceCommand struct {
	ctx    context.Context
	cancel context.CancelFunc
	d      *adb.Device
	words  []string

	once   sync.Once
	group  chan int   // receives its process group
	result chan error // receives its result when it has ended
}

// newDeviceCommand returns a command. It is ended by stop, not when ctx is done: the device would continue it then.
func newDeviceCommand(ctx context.Context, d *adb.Device, words []string) *deviceCommand {
	c := &deviceCommand{d: d, words: words, group: make(chan int, 1), result: make(chan error, 1)}
	c.ctx, c.cancel = context.WithCancel(context.WithoutCancel(ctx))
	return c
}

// start starts the command, unless it was started or stopped before. When it has ended, it calls ended.
func (c *deviceCommand) start(ended func()) {
	c.once.Do(func() {
		recovery.Go(func() {
			c.result <- c.run()
			ended()
		})
	})
}

// groupScript runs its arguments as a process group of their own, and prints its number first.
const groupScript = `echo $$; "$@"`

// maxSaid is the maximum length of the command's last line in an error, in bytes.
const maxSaid = 200

// run runs the command. The error of a command that failed has the last line of its output.
func (c *deviceCommand) run() error {
	script := "setsid sh -c " + adb.Quote(groupScript) + " sh"
	for _, w := range c.words {
		script += " " + adb.Quote(w)
	}
	first, last := true, ""
	status, err := c.d.Stream(c.ctx, script+" </dev/null 2>&1", func(line string) bool {
		if group, err := strconv.Atoi(line); first && err == nil {
			c.group <- group
			first = false
		} else if line = strings.TrimSpace(line); line != "" {
			last = strings.ToValidUTF8(line[:min(len(line), maxSaid)], "")
		}
		return true
	})
	if err != nil || status == 0 {
		return err
	}
	return &adb.Error{What: c.d.Serial + ": " + strings.Join(c.words, " "), Why: fmt.Sprintf("the command ended with exit code %d: %s", status, ui.OneLine(cmp.Or(last, "no output"))),
		Advice: "to see all of its output, run the command with adb shell"}
}

// stopTime limits the time to end a command.
const stopTime = 10 * time.Second

// killScript ends a process group: with SIGTERM, and with SIGKILL if it still runs after two seconds.
const killScript = `kill -TERM -- -%[1]d 2>/dev/null
n=0; while [ $n -lt 20 ] && kill -0 -- -%[1]d 2>/dev/null; do n=$((n + 1)); sleep 0.1; done
kill -KILL -- -%[1]d 2>/dev/null`

// stop ends the command if it still runs, and waits for its end. It returns the error of a command that ended
// before.
func (c *deviceCommand) stop() error {
	defer c.cancel()
	c.once.Do(func() { c.result <- nil })
	select {
	case err := <-c.result:
		return err
	default:
	}
	ctx, stop := context.WithTimeout(c.ctx, stopTime)
	defer stop()
	select {
	case err := <-c.result:
		return err
	case group := <-c.group:
		if _, err := c.d.Shell(ctx, fmt.Sprintf(killScript, group)); err != nil {
			return err
		}
	case <-ctx.Done():
	}
	select {
	case <-c.result: // that of a command that was ended
		return nil
	case <-ctx.Done():
		return &adb.Error{What: c.d.Serial + ": " + strings.Join(c.words, " "), Why: "the command still runs on the device", Advice: "to end it, find its process with adb shell ps -A, and end the process with adb shell kill"}
	}
}
