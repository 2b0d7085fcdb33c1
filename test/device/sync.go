package device

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// The limits of the sync service, as adbd has them.
const (
	maxSyncPath = 1024
	maxSyncData = 64 << 10
)

// A syncer is one session of adb's file transfer.
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

// request reads the four letters of one, and its path or number.
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
		return y.give(string(name))
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

// kernelMode has the type bits of a file beside its rights.
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

// stat2 has an error and 64-bit numbers: device, inode, mode, links, owner, group, size and three times.
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

// give sends a file.
func (y *syncer) give(name string) bool {
	file, err := y.device.openAny(y.who, name, os.O_RDONLY, 0)
	if err != nil {
		return y.fail("open failed: " + words(err))
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
			return y.fail("read failed: " + words(bare(err)))
		}
	}
}

// receive takes a file or link in: its path, a comma, its mode; then its bytes.
func (y *syncer) receive(spec string) bool {
	comma := strings.LastIndexByte(spec, ',')
	if comma < 0 {
		return y.discard("missing , in ID_SEND")
	}
	name := spec[:comma]
	mode, err := strconv.ParseUint(spec[comma+1:], 10, 32)
	if err != nil {
		return y.discard("bad mode")
	}
	if mode&syscall.S_IFMT == syscall.S_IFLNK {
		return y.receiveLink(name)
	}
	if err := y.device.tree.mkdirAll(y.who, path.Dir(name), 0o771); err != nil {
		return y.discard("secure_mkdirs failed: " + words(err))
	}
	if info, err := y.device.tree.stat(y.who, name, false); err == nil && !info.IsDir() {
		_ = y.device.tree.remove(y.who, name)
	}
	out, err := y.device.openAny(y.who, name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, fs.FileMode(mode&0o777))
	if err != nil {
		return y.discard("couldn't create file: " + words(err))
	}
	defer out.Close()
	at, reason, ok := y.data(out)
	if !ok {
		_ = y.device.tree.remove(y.who, name)
		return false
	}
	if reason != "" {
		_ = y.device.tree.remove(y.who, name)
		return y.fail(reason)
	}
	_ = y.device.tree.chmod(y.who, name, fs.FileMode(mode&0o777))
	if real, err := y.device.tree.resolve(name, true); err == nil {
		_ = y.device.tree.touch(real, at)
	}
	return y.answer("OKAY", uint32(0))
}

func (y *syncer) receiveLink(name string) bool {
	var target strings.Builder
	if _, reason, ok := y.data(&target); !ok || reason != "" {
		return ok && y.fail(reason)
	}
	_ = y.device.tree.remove(y.who, name)
	if err := y.device.tree.symlink(y.who, strings.TrimRight(target.String(), "\x00"), name); err != nil {
		return y.fail("couldn't create symlink: " + words(err))
	}
	return y.answer("OKAY", uint32(0))
}

// discard takes all that is still sent, and then says why it was for nothing.
func (y *syncer) discard(reason string) bool {
	if _, _, ok := y.data(io.Discard); !ok {
		return false
	}
	return y.fail(reason)
}

// data reads the blocks of a file until DONE, which has its time. What cannot be written is told after the last one. Not ok:
// the session is over.
func (y *syncer) data(out io.Writer) (at time.Time, reason string, ok bool) {
	buffer := make([]byte, maxSyncData)
	for {
		id, length, err := y.request()
		switch {
		case err != nil:
			return at, "", false
		case id == "DONE":
			return time.Unix(int64(length), 0), reason, true
		case id != "DATA":
			return at, "", y.fail(fmt.Sprintf("invalid data message: expected DATA, found %q", id)) && false
		case length > maxSyncData:
			return at, "", y.fail("oversize data message") && false
		}
		if _, err := io.ReadFull(y.stream, buffer[:length]); err != nil {
			return at, "", false
		}
		if reason == "" {
			if _, err := out.Write(buffer[:length]); err != nil {
				reason = "write failed: " + words(err)
			}
		}
	}
}
