package device

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// Request sends the server a request in adb's protocol and returns the reply.
func (s *AdbServer) Request(request string) (string, error) {
	conn, err := net.DialTimeout("tcp", s.Address(), startLimit)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(startLimit))
	if _, err := fmt.Fprintf(conn, "%04x%s", len(request), request); err != nil {
		return "", err
	}
	in := bufio.NewReader(conn)
	var status, size [4]byte
	if _, err := io.ReadFull(in, status[:]); err != nil {
		return "", err
	}
	if _, err := io.ReadFull(in, size[:]); err != nil {
		return "", err
	}
	length, err := strconv.ParseUint(string(size[:]), 16, 16)
	if err != nil {
		return "", err
	}
	text := make([]byte, length)
	if _, err = io.ReadFull(in, text); err == nil && string(status[:]) != "OKAY" {
		err = errors.New(string(text))
	}
	return string(text), err
}

// Connect connects the server to devices, and waits until it lists each with its expected state.
func (s *AdbServer) Connect(devices ...*Device) error {
	for _, d := range devices {
		s.mu.Lock()
		s.devices[d] = true
		s.mu.Unlock()
		d.mu.Lock()
		d.servers[s] = true
		d.mu.Unlock()
		s.requestConnect(d)
		if err := s.Await(d); err != nil {
			return err
		}
	}
	return nil
}

// requestConnect requests a connection to a device. For an offline device it does not wait for adb's reply, which takes
// long.
func (s *AdbServer) requestConnect(d *Device) {
	if d.faults.offline() {
		go func() { _, _ = s.Request("host:connect:" + d.Serial()) }()
		return
	}
	_, _ = s.Request("host:connect:" + d.Serial())
}

// relistTime is the time that adb has to list a device before the tests disconnect and connect it again. adb may
// still handle the end of the previous link, or take the new link for that one.
const relistTime = 2 * time.Second

// Await waits until a restarted or disconnected device is connected again.
func (s *AdbServer) Await(d *Device) error {
	want := d.expectedState()
	again := time.Now().Add(relistTime)
	// adb reports no event to a client that is not tracking devices: poll.
	for deadline := time.Now().Add(startLimit); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		state := s.State(d)
		d.mu.Lock()
		met := d.authorized != nil || want != "device" // adb may still report the previous link
		d.mu.Unlock()
		if met && state == want {
			return nil
		}
		late := want == "device" && time.Now().After(again)
		if late {
			s.Disconnect(d)
			again = time.Now().Add(relistTime)
		}
		if late || state == "" && want != "offline" { // adb took the previous link for this one
			s.requestConnect(d)
		}
	}
	return fmt.Errorf("%s: adb says %q, not %q", d.Serial(), s.State(d), want)
}

// expectedState returns the state in which adb should list the device.
func (d *Device) expectedState() string {
	switch {
	case d.faults.offline():
		return "offline"
	case d.faults.unauthorized():
		return "unauthorized"
	}
	return "device"
}

// State returns the state in which the server lists a device, or "".
func (s *AdbServer) State(d *Device) string {
	list, err := s.Request("host:devices")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(list) {
		if serial, state, _ := strings.Cut(strings.TrimSpace(line), "\t"); serial == d.Serial() {
			return state
		}
	}
	return ""
}

// Disconnect removes a device from the server.
func (s *AdbServer) Disconnect(d *Device) { _, _ = s.Request("host:disconnect:" + d.Serial()) }

// Reconnect plugs in a device whose link was cut, and connects the server to it.
func (s *AdbServer) Reconnect(d *Device) error {
	d.Plug()
	s.Disconnect(d)
	return s.Connect(d)
}

// Adb returns a call of adb for a device.
func (s *AdbServer) Adb(ctx context.Context, d *Device, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, s.Program, args...)
	cmd.Env = append(s.Env(), "PATH="+os.Getenv("PATH"), "ANDROID_SERIAL="+d.Serial())
	return cmd
}
