package driver

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/adb"
)

// ask compiles the probe for an ABI, and runs it on the device. It takes itself away as it begins.
func (p *Process) ask(ctx context.Context, d *adb.Device, ndk *android.NDK, abi android.ABI, own string, o Options) error {
	compiler, err := ndk.Compiler(abi, firstAPI)
	if err == nil {
		compiler, err = compile(ctx, o.Cache, []string{compiler})
	}
	if err != nil {
		p.Missing, p.Remedy = err.Error(), hint(err)
		return ctx.Err()
	}
	remote := "/data/local/tmp/gleslayergen-probe-" + strings.ToLower(rand.Text())
	if err := d.Push(ctx, compiler, remote); err != nil {
		return err
	}
	s, err := run(ctx, d, remote, tasks(own, o.Contexts))
	if err != nil {
		return err
	}
	if len(s) == 0 {
		p.Missing = "the probe does not run there"
		p.Remedy = "see whether programs in /data/local/tmp may be started: adb shell getenforce"
		return nil
	}
	p.fill(s, own, o.Contexts)
	return nil
}

// run runs the probe and takes what is left of it away, even if this is interrupted.
func run(ctx context.Context, d *adb.Device, remote string, list []string) (said, error) {
	remove := "rm -f " + adb.Quote(remote)
	words := make([]string, len(list))
	for i, task := range list {
		words[i] = adb.Quote(task)
	}
	script := fmt.Sprintf("chmod 0755 %[1]s && %[1]s --once %[2]s %[3]s 2>/dev/null\n%[4]s", adb.Quote(remote), seconds(), strings.Join(words, " "), remove)
	limited, cancel := context.WithTimeout(ctx, time.Duration(len(list)+1)*taskLimit)
	defer cancel()
	var text strings.Builder
	err := d.Stream(limited, script, func(line string) bool {
		text.WriteString(line + "\n")
		return text.Len() < mostSaid
	})
	if err != nil {
		after, stop := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer stop()
		_, _ = d.Shell(after, remove) // the device may be gone
		if limited.Err() != nil && ctx.Err() == nil {
			err = nil // what was said till then counts
		}
	}
	return readSaid(strings.NewReader(text.String())), cmp.Or(err, ctx.Err())
}
