package adb

import (
	"context"
	"slices"
	"strings"
	"time"
)

// Entry is a row of adb's device list.
type Entry struct {
	Serial string `json:"serial"`
	State  string `json:"state"` // adb's name of the state: device, offline, unauthorized, no permissions, ...
	Model  string `json:"model,omitempty"`
	Server string `json:"server,omitempty"`
}

// Ready reports whether the device accepts commands.
func (e Entry) Ready() bool { return e.State == "device" }

// Fault returns why the device cannot be used and what to do, or nil if it is ready.
func (e Entry) Fault() *Error {
	if e.Ready() {
		return nil
	}
	for _, s := range states {
		if e.State == s.message {
			return &Error{e.Serial, s.why, s.advice}
		}
	}
	return &Error{e.Serial, "adb reports the state \"" + e.State + "\", but a usable device has the state \"device\"", "reconnect the device; to see its state: adb devices -l"}
}

// Devices returns all devices of the server, in any state.
func (c *Client) Devices(ctx context.Context) ([]Entry, error) {
	out, err := c.call(ctx, time.Minute, nil, "devices", "-l")
	if err != nil {
		return nil, err
	}
	if out.Status != 0 {
		return nil, failed("adb devices", out.Stderr)
	}
	return parseDevices(out.Stdout, c.Server), nil
}

// parseDevices parses the output of adb devices -l. adb may first report that it starts its server.
func parseDevices(text, server string) []Entry {
	_, list, _ := strings.Cut("\n"+text, "\nList of devices attached")
	var out []Entry
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "* ") || strings.HasPrefix(line, "adb server") {
			continue
		}
		if e, ok := parseEntry(line); ok {
			e.Server = server
			out = append(out, e)
		}
	}
	return out
}

// noSerial replaces the serial if a device does not send one to an untrusted host.
const noSerial = "(no serial number)"

// parseEntry parses "SERIAL STATE usb:1-1 product:p model:m ...". A state may have several words.
func parseEntry(line string) (Entry, bool) {
	var words []string
	if rest, ok := strings.CutPrefix(line, noSerial); ok {
		words = append([]string{noSerial}, strings.Fields(rest)...)
	} else {
		words = strings.Fields(line)
	}
	if len(words) < 2 {
		return Entry{}, false
	}
	e := Entry{Serial: words[0]}
	facts := slices.IndexFunc(words[1:], isFact) + 1
	if facts == 0 {
		facts = len(words)
	}
	for _, fact := range words[facts:] {
		if model, ok := strings.CutPrefix(fact, "model:"); ok {
			e.Model = strings.ReplaceAll(model, "_", " ")
		}
	}
	e.State = strings.Join(words[1:facts], " ")
	for _, s := range []string{"no permissions", "unauthorized"} { // adb adds details after these
		if strings.HasPrefix(e.State, s) {
			e.State = s
		}
	}
	return e, e.State != ""
}

// isFact reports whether a word is one of the attributes after the state.
func isFact(word string) bool {
	key, _, ok := strings.Cut(word, ":")
	return ok && slices.Contains([]string{"usb", "product", "model", "device", "features", "transport_id"}, key) ||
		strings.Contains(word, "-") && strings.Trim(word, "0123456789-.") == "" // a USB path without a key
}
