//go:build linux

// Command fakerecorder registers as a recordable program and sends frames of four calls to its receiver.
// Tests use it instead of a program with the trace layer when they must know exactly what is sent.
package main

import (
	"flag"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

var (
	count  = flag.Int("count", 1<<30, "frames that are sent")
	every  = flag.Duration("every", time.Millisecond, "how long a frame takes")
	status = flag.Int("status", 0, "exit status at the end")
	late   = flag.Bool("late", false, "say that the recording begins after the program")
	stay   = flag.Bool("stay", false, "go on when the host is gone")
)

func main() {
	flag.Parse()
	over := make(chan bool)
	dir := os.Getenv("GLTRACE_FOLDER")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		fail(err)
	}
	r, _, err := tracetest.Listen(dir, "fakerecorder", func(r *tracetest.Recorder, conn net.Conn) {
		if err := serve(r, conn); err != nil {
			fmt.Fprintln(os.Stderr, "fakerecorder:", err)
		}
		conn.Close()
		if !*stay {
			close(over)
		}
	})
	if err != nil {
		fail(err)
	}
	<-over
	_ = os.Remove(filepath.Join(r.Dir, fmt.Sprint(r.PID)))
	os.Exit(*status)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "fakerecorder:", err)
	os.Exit(2)
}

// serve sends frames until the receiver sends stop, disconnects, or has enough frames.
func serve(r *tracetest.Recorder, conn net.Conn) error {
	r.FromStart = os.Getenv("GLTRACE_START") == "1" && !*late
	out, in, err := r.Greet(conn)
	if err != nil {
		return err
	}
	stop := make(chan bool)
	go func() {
		for {
			command, err := tracetest.Command(in)
			if err != nil || command.Stop {
				close(stop)
				return
			}
			fmt.Fprintln(os.Stderr, "fakerecorder: options", command.Options)
		}
	}()
	calls := uint64(0)
	for i := uint64(0); i < uint64(*count); i++ {
		if err := out.Message(tracepb.ChunkType_CHUNK_BATCH, 1, tracetest.Frame(1, i, calls, 3)); err != nil {
			return err
		}
		calls += 4
		select {
		case <-stop:
			return out.Message(tracepb.ChunkType_CHUNK_END, 0, &tracepb.End{Calls: calls, Reason: "stopped"})
		case <-time.After(*every):
		}
	}
	return out.Message(tracepb.ChunkType_CHUNK_END, 0, &tracepb.End{Calls: calls, Reason: "exit"})
}
