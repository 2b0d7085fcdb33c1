package link

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"sync"
	"syscall"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Timeouts for the recorder: to send its Hello, and to read a command.
var (
	helloTimeout   = 5 * time.Second
	commandTimeout = 5 * time.Second
)

// ErrBusy is the error for a recorder that already has a receiver.
var ErrBusy = errors.New("another gleslayergen process already records it")

// A Conn is a connection to a recorder after a successful handshake.
type Conn struct {
	Registration
	Hello *tracepb.Hello
	conn  net.Conn
	in    *format.Reader
	mu    sync.Mutex     // serializes commands
	out   *format.Writer // nil before the first command
}

// Dial connects to a recorder on this machine.
func Dial(ctx context.Context, r Registration) (*Conn, error) {
	conn, err := dialLocal(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("process %d: %w", r.PID, err)
	}
	return Handshake(ctx, conn, r)
}

// Handshake reads and checks the Hello of a recorder. If it fails, it closes the connection.
func Handshake(ctx context.Context, conn net.Conn, r Registration) (*Conn, error) {
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	c := &Conn{Registration: r, conn: conn}
	_ = conn.SetReadDeadline(time.Now().Add(helloTimeout))
	err := c.readHello()
	_ = conn.SetReadDeadline(time.Time{})
	if err == nil {
		return c, nil
	}
	conn.Close()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = fmt.Errorf("the trace layer sent no handshake within %v", helloTimeout)
	case errors.Is(err, io.EOF), errors.Is(err, format.ErrCut), errors.Is(err, syscall.ECONNRESET):
		err = errors.New("the trace layer closed the connection during the handshake")
	}
	return nil, fmt.Errorf("process %d: %w", r.PID, err)
}

// maxHello is the maximum size in bytes of a Hello.
const maxHello = 64 << 10

// readHello reads and checks a Hello. It never reads more than maxHello bytes.
func (c *Conn) readHello() error {
	bounded := &io.LimitedReader{R: c.conn, N: maxHello}
	c.in = format.NewReader(bounded)
	first, err := c.in.Next()
	switch {
	case err != nil && bounded.N == maxHello && !errors.Is(err, os.ErrDeadlineExceeded):
		return io.EOF
	case err != nil && bounded.N == 0:
		return fmt.Errorf("the handshake message exceeds %d bytes", maxHello)
	case err != nil:
		return err
	case first.Type == tracepb.ChunkType_CHUNK_END:
		return refusalError(first.Body)
	case first.Type != tracepb.ChunkType_CHUNK_HELLO:
		return fmt.Errorf("the handshake begins with a chunk of type %d instead of a Hello chunk", first.Type)
	}
	bounded.N = math.MaxInt64 // from here on, the size of each chunk is limited
	return c.checkHello(first.Body)
}

// refusalError returns the reason why a recorder sent an End instead of a Hello.
func refusalError(body []byte) error {
	var end tracepb.End
	if err := proto.Unmarshal(body, &end); err != nil {
		return err
	}
	if end.Reason == "busy" {
		return ErrBusy
	}
	return fmt.Errorf("the trace layer closed the connection: %q", truncate(end.Reason))
}

// checkHello checks that the Hello is from the registered process and in a supported version.
func (c *Conn) checkHello(body []byte) error {
	c.Hello = &tracepb.Hello{}
	if err := proto.Unmarshal(body, c.Hello); err != nil {
		return err
	}
	switch {
	case c.Hello.Version != 1:
		return fmt.Errorf("the trace layer uses version %d of the recording format, but this version of gleslayergen supports only version 1: use the trace layer that this gleslayergen builds", c.Hello.Version)
	case !bytes.Equal(c.Hello.Nonce, c.Nonce()):
		return errors.New("nonce mismatch in the handshake: another process answered in place of the trace layer")
	case c.Hello.Pid != uint32(c.PID):
		return fmt.Errorf("another process, %d, sent the handshake", c.Hello.Pid)
	case c.Hello.Clock == nil || c.Hello.Clock.TicksPerSecond == 0:
		return errors.New("the handshake does not define the clock frequency")
	}
	return nil
}

// Next returns the next chunk. Its body is valid until the next call.
func (c *Conn) Next() (format.Chunk, error) { return c.in.Next() }

// Command sends options, or the command to stop, to the recorder.
func (c *Conn) Command(o *tracepb.Options, stop bool) (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	_ = c.conn.SetWriteDeadline(time.Now().Add(commandTimeout))
	if c.out == nil {
		if c.out, err = format.NewWriter(c.conn, format.Unpacked); err != nil {
			return err
		}
	}
	return c.out.Message(tracepb.ChunkType_CHUNK_COMMAND, 0, &tracepb.Command{Nonce: []byte(c.Proof), Options: o, Stop: stop})
}

// SetReadDeadline sets the deadline for all remaining data.
func (c *Conn) SetReadDeadline(when time.Time) { _ = c.conn.SetReadDeadline(when) }

// Close closes the connection. The recorder then stops recording.
func (c *Conn) Close() error { return c.conn.Close() }
