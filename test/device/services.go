package device

import (
	"fmt"
	"io"
	"strings"
)

// service returns the service of that name, or nil if the device does not have it.
func (d *Device) service(name string) func(*stream) {
	kind, rest, _ := strings.Cut(name, ":")
	kind, options, _ := strings.Cut(kind, ",")
	switch kind {
	case "shell":
		if strings.Contains(","+options+",", ",v2,") {
			return func(s *stream) { d.shellPackets(s, rest) }
		}
		return func(s *stream) { d.runUnpacketed(s, rest, true) }
	case "exec":
		return func(s *stream) { d.runUnpacketed(s, rest, false) }
	case "abb", "abb_exec":
		return d.abb(kind, rest)
	case "sync":
		return d.serveSync
	case "root", "unroot":
		return func(s *stream) { d.restartAsRoot(s, kind == "root") }
	case "localabstract":
		return d.localSocket(rest)
	case "reboot":
		return func(s *stream) { d.Reboot() }
	case "remount":
		return func(s *stream) { fmt.Fprintln(s, "Not running as root. Try \"adb root\" first.") }
	}
	return nil
}

// restartAsRoot replies like adbd and then restarts: links end, properties and settings stay.
func (d *Device) restartAsRoot(s *stream, root bool) {
	say := func(text string) { _, _ = io.WriteString(s, text+"\n") }
	switch {
	case root && d.options.Build == BuildUser:
		say("adbd cannot run as root in production builds")
		return
	case root && d.isRoot():
		say("adbd is already running as root")
		return
	case !root && !d.isRoot():
		say("adbd not running as root")
		return
	case root:
		say("restarting adbd as root")
	default:
		say("restarting adbd as non root")
	}
	d.recordChange("adbd", "root", fmt.Sprint(!root), fmt.Sprint(root))
	d.mu.Lock()
	d.root = root
	d.mu.Unlock()
	s.drain()
	d.dropLinks()
	d.reconnect()
}

// drain waits until the other side has received the data.
func (s *stream) drain() {
	select {
	case <-s.ready:
		notify(s.ready)
	case <-s.done:
	}
}

// abb runs a command without a shell. NUL bytes separate its words.
func (d *Device) abb(kind, words string) func(*stream) {
	args := append([]string{"cmd"}, strings.Split(words, "\x00")...)
	return func(s *stream) {
		p := &process{device: d, ctx: d.ctx, who: d.shellUser(), args: args, in: s, out: s, err: s, dir: "/"}
		if kind == "abb" {
			d.runInPackets(s, func(out, err io.Writer, in io.Reader) int {
				p.in, p.out, p.err = in, out, err
				return p.run()
			})
			return
		}
		p.run()
	}
}
