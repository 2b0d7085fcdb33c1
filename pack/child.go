package pack

import (
	"bufio"
	"encoding/gob"
	"encoding/json"
	"errors"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/recovery"
	"github.com/gleslayergen/gleslayergen/templates"
)

// maxWhy is the maximum length of an error in bytes, well below maxError.
const maxWhy = 4 << 10

// exitMemory is the exit code of a child that exceeds its memory limit.
const exitMemory = 3

// RunChild runs a task and exits if this process was started as a child; otherwise it returns. Programs that render packs
// call it first, and so do the tests of such packages.
func RunChild() {
	if len(os.Args) != 2 || os.Args[1] != childFlag {
		return
	}
	debug.SetTraceback("none")
	t := &task{}
	if err := gob.NewDecoder(os.Stdin).Decode(t); err != nil {
		os.Exit(1)
	}
	recovery.Go(func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // until the parent exits
		os.Exit(1)
	})
	t.Limits.confine()
	if err := t.answer(os.Stdout); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// confine limits this process with the limits of the system, and checks its memory every 10 ms.
func (l limits) confine() {
	debug.SetGCPercent(200)
	debug.SetMemoryLimit(l.Memory / 2)
	limitProcess(l)
	recovery.Go(func() {
		for range time.Tick(10 * time.Millisecond) {
			if memoryInUse() > uint64(l.Memory) {
				os.Exit(exitMemory)
			}
		}
	})
}

func memoryInUse() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64() - sample[1].Value.Uint64()
}

// answer runs the task and writes its result or its error.
func (t *task) answer(w io.Writer) error {
	out := bufio.NewWriterSize(w, 64<<10)
	err := t.carryOut(out)
	if err != nil {
		fault := &templates.Error{}
		if !errors.As(err, &fault) {
			fault = &templates.Error{Place: t.Pack.Place("", 0), Why: err.Error()}
		}
		fault.Why = fault.Why[:min(len(fault.Why), maxWhy)]
		text, _ := json.Marshal(fault) // three strings
		err = writeFrame(out, frameError, 0, text)
	} else {
		err = writeFrame(out, frameDone, 0, nil)
	}
	return errors.Join(err, out.Flush())
}

func (t *task) carryOut(out *bufio.Writer) error {
	if t.Go != nil {
		return t.Go.answer(out)
	}
	return t.print(out)
}

// print writes each file as soon as it is rendered.
func (t *task) print(out *bufio.Writer) error {
	p, err := t.plan()
	if err != nil {
		return err
	}
	var lock sync.Mutex
	return gen.RenderEach(p, t.Pack, func(i int, f gen.File) error {
		lock.Lock()
		defer lock.Unlock()
		if err := writeFrame(out, frameFile, i, f.Content); err != nil {
			return err
		}
		return out.Flush() // so that the parent can name the file that takes too long
	})
}
