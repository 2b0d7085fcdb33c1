package measure

import (
	"os"
	"runtime"
	"strings"
)

// Machine describes where a report was made. Load is the number of busy processes before and after: medians
// are only comparable with a low load.
type Machine struct {
	Processor  string    `json:"processor"`
	Processors int       `json:"processors"`
	Go         string    `json:"go"`
	System     string    `json:"system"`
	Load       [2]string `json:"load"`
}

func thisMachine() Machine {
	return Machine{Processor: processor(), Processors: runtime.NumCPU(), Go: runtime.Version(),
		System: runtime.GOOS + "/" + runtime.GOARCH, Load: [2]string{load(), ""}}
}

func processor() string {
	info, _ := os.ReadFile("/proc/cpuinfo")
	_, name, ok := strings.Cut(string(info), "model name")
	if !ok {
		return "unknown processor"
	}
	name, _, _ = strings.Cut(name, "\n")
	return strings.TrimSpace(strings.TrimLeft(name, "\t :"))
}

func load() string {
	text, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(text), " ")
	return first
}
