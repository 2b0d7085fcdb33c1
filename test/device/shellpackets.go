package device

import (
	"encoding/binary"
	"io"
	"sync"
)

// The packet types of "shell,v2". Each is followed by the length of its data.
const (
	packetIn = iota
	packetOut
	packetErr
	packetExit
	packetCloseIn
	packetWindow
)

// packetWriter writes a process's output as packets of one type.
type packetWriter struct {
	to   io.Writer
	kind byte
	mu   *sync.Mutex
}

func (w packetWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	head := binary.LittleEndian.AppendUint32([]byte{w.kind}, uint32(len(p)))
	if _, err := w.to.Write(append(head, p...)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// runInPackets runs a process whose three streams and status are sent in packets.
func (d *Device) runInPackets(s *stream, run func(out, err io.Writer, in io.Reader) int) {
	var mu sync.Mutex
	in, feed := io.Pipe()
	d.run(func() { feed.CloseWithError(readPackets(s, feed)) })
	defer in.Close()
	status := run(packetWriter{s, packetOut, &mu}, packetWriter{s, packetErr, &mu}, in)
	_, _ = packetWriter{s, packetExit, &mu}.Write([]byte{byte(status)})
	s.drain()
}

// readPackets passes on the data for stdin, until it is closed or the stream ends.
func readPackets(r io.Reader, in io.Writer) error {
	var head [5]byte
	for {
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return io.EOF
		}
		length := int64(binary.LittleEndian.Uint32(head[1:]))
		to := io.Discard
		if head[0] == packetIn {
			to = in
		}
		if _, err := io.CopyN(to, r, length); err != nil {
			return io.EOF
		}
		if head[0] == packetCloseIn {
			return io.EOF
		}
	}
}

func (d *Device) shellPackets(s *stream, script string) {
	d.runInPackets(s, func(out, err io.Writer, in io.Reader) int {
		return d.shell(s.done, script, in, out, err)
	})
}

// runUnpacketed runs a script in a stream without exit status. For "shell" both outputs are one, as from a terminal.
// "exec" has stdout only, and continues with the input so far when adb disconnects.
func (d *Device) runUnpacketed(s *stream, script string, both bool) {
	if both {
		d.shell(s.done, script, s, s, s)
	} else {
		d.shell(nil, script, s, s, io.Discard)
	}
	s.drain()
}
