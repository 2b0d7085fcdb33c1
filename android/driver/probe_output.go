package driver

import (
	"bufio"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
)

// probeOutput is the probe's output for each task: the values of each fact, in order. It comes from a driver,
// which may return anything; output beyond the limits is dropped.
type probeOutput map[string]map[string][]string

// The limits of what is read.
const (
	maxLineLength = 512 << 10 // a driver's extension list with each byte escaped
	maxLines      = 4096
	maxValues     = 2048 // values of one fact
)

// readProbeOutput reads lines of JSON. It ignores other lines, which a driver may have written.
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

// last returns the last value of a fact, or "".
func (s probeOutput) last(task, fact string) string {
	values := s[task][fact]
	if len(values) == 0 {
		return ""
	}
	return values[len(values)-1]
}

// first returns the first value of a fact, or "".
func (s probeOutput) first(task, fact string) string {
	if values := s[task][fact]; len(values) > 0 {
		return values[0]
	}
	return ""
}

// number returns a value as a number, or 0 if it is not a number.
func (s probeOutput) number(task, fact string) int64 {
	n, _ := strconv.ParseInt(s.last(task, fact), 10, 64)
	return n
}

// words returns the names in an extension list, sorted, without duplicates.
func (s probeOutput) words(task, fact string) []string {
	words := strings.Fields(s.last(task, fact))
	slices.Sort(words)
	return slices.Compact(words)
}

// fault returns how a task ended early, or why it could not continue; "" if it completed.
func (s probeOutput) fault(task string) string {
	why := strings.Join(append(slices.Clone(s[task]["refused"]), s[task]["why"]...), "; ")
	switch {
	case s.last(task, "end-signal") != "":
		return "the driver ended the test process with signal " + signalName(s.last(task, "end-signal"))
	case s.last(task, "end") == "time":
		return "the driver did not return within " + taskLimit.String()
	case s.last(task, "end-status") != "":
		return "the driver ended the test process with exit status " + s.last(task, "end-status")
	case s.last(task, "end") == "":
		return "the test process ended before it reported a result"
	case s.last(task, "end") != "ok":
		return s.last(task, "end")
	case s.last(task, "done") == "" && why == "" && s.last(task, "impossible") == "":
		return "the driver ended the test process with exit status 0"
	case s.last(task, "done") == "":
		return why
	}
	return ""
}

// signalName returns the usual name of a signal number.
func signalName(number string) string {
	if name := map[string]string{"4": "SIGILL", "6": "SIGABRT", "7": "SIGBUS", "8": "SIGFPE", "9": "SIGKILL", "11": "SIGSEGV", "31": "SIGSYS"}[number]; name != "" {
		return number + " (" + name + ")"
	}
	return number
}
