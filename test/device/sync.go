package device

import (
	"context"
	"encoding/binary"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// The limits of adbd's sync service.
const (
	maxSyncPath = 1024
	maxSyncData = 64 << 10
)

// A syncer is a session of adb's file transfer.
type syncer struct {
	device *Device
	who    user
	stream io.ReadWriter
	ctx    context.Context // of the stream
}

func (d *Device) serveSync(s *stream) {
	ctx, cancel := context.WithCancel(d.ctx)
	defer cancel()
	d.run(func() {
		select {
		case <-s.done:
			cancel()
		case <-ctx.Done():
		}
	})
	y := &syncer{d, d.shellUser(), s, ctx}
	for y.serve() {
	}
	s.drain()
}

// request reads the four letters of a request, and its path or number.
func (y *syncer) request() (id string, value uint32, err error) {
	var head [8]byte
	if _, err := io.ReadFull(y.stream, head[:]); err != nil {
		return "", 0, err
	}
	return string(head[:4]), binary.LittleEndian.Uint32(head[4:]), nil
}

func (y *syncer) serve() bool {
	id, length, err := y.request()
	if err != nil || id == "QUIT" {
		return false
	}
	if length > maxSyncPath {
		return y.fail("path too long")
	}
	name := make([]byte, length)
	if _, err := io.ReadFull(y.stream, name); err != nil {
		return false
	}
	if p := (&process{device: y.device, ctx: y.ctx}); !p.step("run", "sync "+id+" "+string(name), "", "") {
		return false
	}
	switch id {
	case "STAT":
		return y.stat(string(name))
	case "STA2", "LST2":
		return y.stat2(id, string(name))
	case "LIST":
		return y.list(string(name))
	case "SEND":
		return y.receive(string(name))
	case "RECV":
		return y.sendFile(string(name))
	}
	return y.fail("unknown command " + strconv.Quote(id))
}

func (y *syncer) answer(id string, values ...any) bool {
	out := []byte(id)
	for _, v := range values {
		switch v := v.(type) {
		case uint32:
			out = binary.LittleEndian.AppendUint32(out, v)
		case uint64:
			out = binary.LittleEndian.AppendUint64(out, v)
		case string:
			out = append(out, v...)
		}
	}
	_, err := y.stream.Write(out)
	return err == nil
}

func (y *syncer) fail(text string) bool {
	return y.answer("FAIL", uint32(len(text)), text)
}

// kernelMode returns the mode of a file with the kernel's type bits.
func kernelMode(info fileInfo) uint32 {
	kind := uint32(syscall.S_IFREG)
	switch {
	case info.IsDir():
		kind = syscall.S_IFDIR
	case info.attr.link != "":
		kind = syscall.S_IFLNK
	}
	return kind | uint32(info.attr.mode)
}

func (y *syncer) stat(name string) bool {
	info, err := y.device.tree.stat(y.who, name, false)
	if err != nil {
		return y.answer("STAT", uint32(0), uint32(0), uint32(0))
	}
	return y.answer("STAT", kernelMode(info), uint32(info.Size()), uint32(info.ModTime().Unix()))
}

// stat2 sends an error code and 64-bit values: device, inode, mode, links, owner, group, size and three
// times.
func (y *syncer) stat2(id, name string) bool {
	info, err := y.device.tree.stat(y.who, name, id == "STA2")
	if number, ok := err.(syscall.Errno); ok {
		return y.answer(id, uint32(number), strings.Repeat("\x00", 64))
	}
	at := uint64(info.ModTime().Unix())
	return y.answer(id, uint32(0), uint64(1), uint64(1), kernelMode(info), uint32(1), uint32(info.attr.uid), uint32(info.attr.gid), uint64(info.Size()), at, at, at)
}

func (y *syncer) list(name string) bool {
	infos, err := y.device.tree.list(y.who, name)
	if err == nil {
		for _, info := range infos {
			if !y.answer("DENT", kernelMode(info), uint32(info.Size()), uint32(info.ModTime().Unix()), uint32(len(info.name)), info.name) {
				return false
			}
		}
	}
	return y.answer("DONE", strings.Repeat("\x00", 16))
}

// sendFile sends a file.
func (y *syncer) sendFile(name string) bool {
	file, err := y.device.openAny(y.who, name, os.O_RDONLY, 0)
	if err != nil {
		return y.fail("open failed: " + errorText(err))
	}
	defer file.Close()
	buffer := make([]byte, maxSyncData)
	for {
		n, err := file.Read(buffer)
		if n > 0 && !y.answer("DATA", uint32(n), string(buffer[:n])) {
			return false
		}
		if err == io.EOF {
			return y.answer("DONE", uint32(0))
		}
		if err != nil {
			return y.fail("read failed: " + errorText(bare(err)))
		}
	}
}
