package device

import (
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

// receive receives a file or link: its path, a comma, its mode; then its data.
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
		return y.discard("secure_mkdirs failed: " + errorText(err))
	}
	if info, err := y.device.tree.stat(y.who, name, false); err == nil && !info.IsDir() {
		_ = y.device.tree.remove(y.who, name)
	}
	out, err := y.device.openAny(y.who, name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, fs.FileMode(mode&0o777))
	if err != nil {
		return y.discard("couldn't create file: " + errorText(err))
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
		return y.fail("couldn't create symlink: " + errorText(err))
	}
	return y.answer("OKAY", uint32(0))
}

// discard reads the rest of the data, and then sends the error.
func (y *syncer) discard(reason string) bool {
	if _, _, ok := y.data(io.Discard); !ok {
		return false
	}
	return y.fail(reason)
}

// data reads the blocks of a file until DONE, which has its time. Write errors are reported after the last
// block. If ok is false, the session is over.
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
				reason = "write failed: " + errorText(err)
			}
		}
	}
}
