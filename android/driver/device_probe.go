package driver

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/adb"
)

// queryDevice compiles the probe for an ABI, and runs it on the device. The probe removes its file when it
// starts.
func (p *Process) queryDevice(ctx context.Context, d *adb.Device, ndk *android.NDK, abi android.ABI, own string, o Options) error {
	program, err := ndk.Compiler(abi, firstAPI)
	if err == nil {
		program, err = compile(ctx, o.Cache, []string{program})
	}
	if err != nil {
		p.Missing, p.Remedy = err.Error(), hint(err)
		return ctx.Err()
	}
	remote := "/data/local/tmp/gleslayergen-probe-" + strings.ToLower(rand.Text())
	s, err := run(ctx, d, program, remote, tasks(own, o.Contexts))
	if err != nil {
		remove(ctx, d, remote)
		return err
	}
	if len(s) == 0 {
		p.Missing = "the probe (the program that tests the driver) did not start on the device"
		p.Remedy = "check whether the device allows programs in /data/local/tmp to run; to show the SELinux mode: adb shell getenforce"
		return nil
	}
	p.fill(s, own, o.Contexts)
	return nil
}

// run copies the probe to the device and runs it. The script removes a probe that could not be started.
func run(ctx context.Context, d *adb.Device, program, remote string, list []string) (probeOutput, error) {
	if err := d.Push(ctx, program, remote); err != nil {
		return nil, err
	}
	words := make([]string, len(list))
	for i, task := range list {
		words[i] = adb.Quote(task)
	}
	file := adb.Quote(remote)
	script := fmt.Sprintf("chmod 0755 %s && %s --once %s %s 2>/dev/null\nrm -f %s", file, file, seconds(), strings.Join(words, " "), file)
	limited, cancel := context.WithTimeout(ctx, time.Duration(len(list)+1)*taskLimit)
	defer cancel()
	var text strings.Builder
	_, err := d.Stream(limited, script, func(line string) bool {
		text.WriteString(line + "\n")
		return text.Len() < maxProbeOutput
	})
	if limited.Err() != nil && ctx.Err() == nil {
		err = nil // the output before that is valid
	}
	return readProbeOutput(strings.NewReader(text.String())), err
}

// remove removes what a failure may have left, also after an interrupt. The device may be disconnected.
func remove(ctx context.Context, d *adb.Device, remote string) {
	after, stop := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer stop()
	_, _ = d.Shell(after, "rm -f "+adb.Quote(remote))
}
