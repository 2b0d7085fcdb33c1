package replay

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/recovery"
)

// Reading is the result of a request.
type Reading struct {
	ID            uint64
	Failure       string // why the pixels were not read; "" if they were, or if the framebuffer does not have the attachment
	Width, Height int
	Format, Type  uint32        // of the pixels, as in glReadPixels
	Data          []byte        // rows without gaps, the lowest first; nil if the framebuffer does not have the attachment
	Time          time.Duration // for the request Clock
	Words         []byte        // for requests whose result has another form
}

// Kinds of results.
const (
	resultPixels = iota
	resultAbsent
	resultFailed
	resultClock
	resultWords
)

const (
	resultHead = 40
	maxResult  = 1 << 30 // bytes
)

// ReadReadings calls on for each result that a player wrote. The data of a result is valid until on returns.
func ReadReadings(from io.Reader, on func(*Reading) error) error {
	in := bufio.NewReaderSize(from, 1<<16)
	head, data := make([]byte, resultHead), []byte(nil)
	for {
		if _, err := io.ReadFull(in, head); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("the results of the player are truncated: %w", err)
		}
		le := binary.LittleEndian
		size, kind := le.Uint64(head[8:]), le.Uint32(head[16:])
		if size > maxResult {
			return fmt.Errorf("a result of the player has %d bytes", size)
		}
		if uint64(cap(data)) < size {
			data = make([]byte, size)
		}
		data = data[:size]
		if _, err := io.ReadFull(in, data); err != nil {
			return fmt.Errorf("the results of the player are truncated: %w", err)
		}
		r := &Reading{ID: le.Uint64(head)}
		switch kind {
		case resultPixels:
			r.Width, r.Height = int(int32(le.Uint32(head[20:]))), int(int32(le.Uint32(head[24:])))
			r.Format, r.Type, r.Data = le.Uint32(head[28:]), le.Uint32(head[32:]), data
		case resultAbsent:
		case resultFailed:
			r.Failure = string(data)
		case resultClock:
			if size != 8 {
				return fmt.Errorf("a time of the player has %d bytes", size)
			}
			r.Time = time.Duration(le.Uint64(data))
		case resultWords:
			r.Words = data
		default:
			return fmt.Errorf("a result of the player has the unknown kind %d", kind)
		}
		if err := on(r); err != nil {
			return err
		}
	}
}

// results receives the results of a player of this machine through a pipe.
type results struct {
	in, out *os.File
	done    chan error
	on      func(*Reading) error
}

// receive returns the receiver of the results of a command that has not started, or nil if no function wants them.
func receive(cmd *exec.Cmd, on func(*Reading) error) (*results, error) {
	if on == nil {
		return nil, nil
	}
	in, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.ExtraFiles = append(cmd.ExtraFiles, out)
	cmd.Args = append(cmd.Args, "--results", fmt.Sprintf("/dev/fd/%d", 2+len(cmd.ExtraFiles)))
	return &results{in: in, out: out, done: make(chan error, 1), on: on}, nil
}

// started is called after the start of the command, or after its failure. After an error, the player cannot write more.
func (r *results) started() {
	if r == nil {
		return
	}
	r.out.Close()
	recovery.Go(func() {
		err := ReadReadings(r.in, r.on)
		r.done <- errors.Join(err, r.in.Close())
	})
}

// wait returns the error of the receiver, after the end of the command.
func (r *results) wait() error {
	if r == nil {
		return nil
	}
	return <-r.done
}
