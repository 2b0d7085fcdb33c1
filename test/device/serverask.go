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

// Ask sends the server a request of its own protocol and returns the answer.
func (s *AdbServer) Ask(request string) (string, error) {
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

// Connect makes devices known to the server, and waits until it says of each what it is.
func (s *AdbServer) Connect(devices ...*Device) error {
	for _, d := range devices {
		s.mu.Lock()
		s.devices[d] = true
		s.mu.Unlock()
		d.mu.Lock()
		d.servers[s] = true
		d.mu.Unlock()
		s.ask(d)
		if err := s.Await(d); err != nil {
			return err
		}
	}
	return nil
}

// ask has the server connect to a device. Adb waits long for the answer of one that is offline.
func (s *AdbServer) ask(d *Device) {
	if d.faults.offline() {
		go func() { _, _ = s.Ask("host:connect:" + d.Serial()) }()
		return
	}
	_, _ = s.Ask("host:connect:" + d.Serial())
}

// patience is the time that adb has to list a device before the tests disconnect and connect it again. adb may
// still handle the end of the previous link, or take the new link for that one.
const patience = 2 * time.Second

// Await waits until a device that restarts or was cut is there again.
func (s *AdbServer) Await(d *Device) error {
	want := d.wanted()
	again := time.Now().Add(patience)
	// adb reports no event to a client that is not tracking devices: poll.
	for deadline := time.Now().Add(startLimit); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		state := s.State(d)
		d.mu.Lock()
		met := d.greeted != nil || want != "device" // what adb says may be of the link before
		d.mu.Unlock()
		if met && state == want {
			return nil
		}
		late := want == "device" && time.Now().After(again)
		if late {
			s.Disconnect(d)
			again = time.Now().Add(patience)
		}
		if late || state == "" && want != "offline" { // adb took the link before for this one
			s.ask(d)
		}
	}
	return fmt.Errorf("%s: adb says %q, not %q", d.Serial(), s.State(d), want)
}

// wanted is what adb should say of the device.
func (d *Device) wanted() string {
	switch {
	case d.faults.offline():
		return "offline"
	case d.faults.unauthorized():
		return "unauthorized"
	}
	return "device"
}

// State is what the server says of a device, "" if it does not know it.
func (s *AdbServer) State(d *Device) string {
	list, err := s.Ask("host:devices")
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

// Disconnect makes the server forget a device.
func (s *AdbServer) Disconnect(d *Device) { _, _ = s.Ask("host:disconnect:" + d.Serial()) }

// Reconnect is for a device whose link was cut: the cable is plugged in again.
func (s *AdbServer) Reconnect(d *Device) error {
	d.Plug()
	s.Disconnect(d)
	return s.Connect(d)
}

// Adb is a call of adb for a device.
func (s *AdbServer) Adb(ctx context.Context, d *Device, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, s.Program, args...)
	cmd.Env = append(s.Env(), "PATH="+os.Getenv("PATH"), "ANDROID_SERIAL="+d.Serial())
	return cmd
}
