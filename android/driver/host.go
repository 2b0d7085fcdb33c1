package driver

import (
	"context"
	"debug/elf"
	"errors"
	"io"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/internal/cbuild"
)

// Host queries the EGL of this machine.
func Host(ctx context.Context, o Options) (*Report, error) {
	if len(o.CC) == 0 {
		o.CC = cbuild.FindCompiler()
	}
	program, err := compile(ctx, o.Cache, o.CC)
	if err != nil {
		return nil, err
	}
	p := Process{ABI: hostABI(runtime.GOARCH), Bits: strconv.IntSize}
	p.fill(runHost(ctx, program, tasks("", o.Contexts)), "", o.Contexts)
	r := &Report{Schema: 1, Processes: []Process{p, host32(ctx, o)}}
	r.finish(o, true)
	return r, ctx.Err()
}

// hostABI returns Android's name for this machine's instruction set.
func hostABI(goarch string) string {
	for _, abi := range android.ABIs() {
		if abi.GOARCH == goarch {
			return abi.Name
		}
	}
	return goarch
}

// host32 queries the EGL of 32-bit programs, if the machine has one.
func host32(ctx context.Context, o Options) Process {
	p := Process{ABI: hostABI("386"), Bits: 32, Missing: "this machine has no 32-bit libEGL"}
	if runtime.GOARCH != "amd64" {
		p.ABI, p.Missing = "-", "32-bit programs are tested on x86-64 machines only"
		return p
	}
	if library := find32(ctx); library == "" {
		return p
	}
	program, err := compile(ctx, o.Cache, o.CC, "-m32")
	if err != nil {
		p.Missing = "this machine has a 32-bit libEGL, but the 32-bit program that tests it cannot be compiled: " + err.Error()
		p.Remedy = "install the 32-bit support of the compiler (Debian: apt-get install gcc-multilib)"
		return p
	}
	p.Missing = ""
	p.fill(runHost(ctx, program, tasks("", o.Contexts)), "", o.Contexts)
	return p
}

// find32 searches the dynamic linker's cache for a 32-bit libEGL.
func find32(ctx context.Context) string {
	out, _ := exec.CommandContext(ctx, "/sbin/ldconfig", "-p").Output()
	for line := range strings.Lines(string(out)) {
		library, path, _ := strings.Cut(strings.TrimSpace(line), " => ")
		if !strings.HasPrefix(library, "libEGL.so.1 ") {
			continue
		}
		if file, err := elf.Open(path); err == nil {
			file.Close()
			if file.Machine == elf.EM_386 {
				return path
			}
		}
	}
	return ""
}

// maxProbeOutput is the maximum number of bytes of the probe's output that are read.
const maxProbeOutput = 8 << 20

// runHost runs the probe. Output before a crash or timeout is valid.
func runHost(ctx context.Context, program string, list []string) probeOutput {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(len(list)+1)*taskLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, append([]string{seconds()}, list...)...)
	cmd.WaitDelay = 10 * time.Second
	out := &bounded{limit: maxProbeOutput, full: cancel}
	cmd.Stdout = out
	_ = cmd.Run()
	return readProbeOutput(strings.NewReader(out.String()))
}

func seconds() string { return strconv.FormatFloat(taskLimit.Seconds(), 'g', -1, 64) }

// bounded stores up to a maximum number of bytes, and then calls full.
type bounded struct {
	strings.Builder
	limit int
	full  func()
}

var errFull = errors.New("the output of the probe is too long")

func (b *bounded) Write(p []byte) (int, error) {
	n, _ := b.Builder.Write(p[:min(len(p), b.limit-b.Len())])
	if n < len(p) {
		b.full()
		return n, errFull
	}
	return n, nil
}

var _ io.Writer = (*bounded)(nil)
