package driver

import (
	"bufio"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
)

// probeOutput is what the probe said of each task: the values of each fact, in order. It comes from a driver, which may say
// anything: what is too much of it is left out.
type probeOutput map[string]map[string][]string

// Bounds of what is read.
const (
	maxLineLength = 512 << 10 // a driver's list of extensions, each byte escaped
	maxLines      = 4096
	maxValues     = 64 // of one fact
)

// readProbeOutput reads lines of JSON. Others, which a driver itself may have written, are passed over.
func readProbeOutput(r io.Reader) probeOutput {
	s := probeOutput{}
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 64<<10), maxLineLength)
	for n := 0; n < maxLines && lines.Scan(); n++ {
		var line struct{ Task, Fact, Value string }
		text := lines.Bytes()
		if len(text) == 0 || text[0] != '{' || json.Unmarshal(text, &line) != nil || line.Task == "" || line.Fact == "" {
			continue
		}
		s.add(line.Task, line.Fact, line.Value)
	}
	return s
}

func (s probeOutput) add(task, fact, value string) {
	facts := s[task]
	if facts == nil {
		facts = map[string][]string{}
		s[task] = facts
	}
	if len(facts[fact]) < maxValues && !slices.Contains(facts[fact], value) {
		facts[fact] = append(facts[fact], value)
	}
}

// last is the last value of a fact, "" if there is none.
func (s probeOutput) last(task, fact string) string {
	values := s[task][fact]
	if len(values) == 0 {
		return ""
	}
	return values[len(values)-1]
}

// first is the first value of a fact, "" if there is none.
func (s probeOutput) first(task, fact string) string {
	if values := s[task][fact]; len(values) > 0 {
		return values[0]
	}
	return ""
}

// number is a value that is a number, or else 0.
func (s probeOutput) number(task, fact string) int64 {
	n, _ := strconv.ParseInt(s.last(task, fact), 10, 64)
	return n
}

// words are those of a list of extensions, each once, sorted.
func (s probeOutput) words(task, fact string) []string {
	words := strings.Fields(s.last(task, fact))
	slices.Sort(words)
	return slices.Compact(words)
}

// fault is how a task ended before its time, or why it could not go on; "" if it came to its end.
func (s probeOutput) fault(task string) string {
	why := strings.Join(append(slices.Clone(s[task]["refused"]), s[task]["why"]...), "; ")
	switch {
	case s.last(task, "end-signal") != "":
		return "the driver ended the program: signal " + signalName(s.last(task, "end-signal"))
	case s.last(task, "end") == "time":
		return "the driver did not return within " + taskLimit.String()
	case s.last(task, "end-status") != "":
		return "the driver ended the program with status " + s.last(task, "end-status")
	case s.last(task, "end") == "":
		return "the probe ended before it reported a result"
	case s.last(task, "end") != "ok":
		return s.last(task, "end")
	case s.last(task, "done") == "" && why == "" && s.last(task, "impossible") == "":
		return "the driver ended the program with status 0"
	case s.last(task, "done") == "":
		return why
	}
	return ""
}

// signalName puts the usual name to a number.
func signalName(number string) string {
	if name := map[string]string{"4": "SIGILL", "6": "SIGABRT", "7": "SIGBUS", "8": "SIGFPE", "9": "SIGKILL", "11": "SIGSEGV", "31": "SIGSYS"}[number]; name != "" {
		return number + " (" + name + ")"
	}
	return number
}
