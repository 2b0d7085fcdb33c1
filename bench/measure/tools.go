package measure

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
)

const timeTool = "/usr/bin/time"

// Need returns an error if one of the programs or files is missing.
func Need(names ...string) error {
	for _, name := range append([]string{timeTool}, names...) {
		if strings.HasPrefix(name, "/") {
			if _, err := os.Stat(name); err != nil {
				return missing(name)
			}
		} else if _, err := exec.LookPath(name); err != nil {
			return missing(name)
		}
	}
	return nil
}

func missing(name string) error {
	return fmt.Errorf("%s not found: run \"make deps\", which installs the tools for benchmarks", name)
}

// Cores keeps a command on n processors if the machine has more.
func (c Command) Cores(n int) Command {
	if runtime.NumCPU() > n {
		c.Args = append([]string{"taskset", "-c", firstOf(allowed(), n)}, c.Args...)
	}
	return c
}

// allowed returns the kernel's list of the processors that this process may use: "0-3,8".
func allowed() string {
	status, _ := os.ReadFile("/proc/self/status")
	_, list, _ := strings.Cut(string(status), "Cpus_allowed_list:")
	list, _, _ = strings.Cut(list, "\n")
	return strings.TrimSpace(list)
}

// firstOf returns the first n processors of a list.
func firstOf(list string, n int) string {
	var first []string
	for part := range strings.SplitSeq(list, ",") {
		from, to, spans := strings.Cut(part, "-")
		first = append(first, from)
		cpu, err := strconv.Atoi(from)
		last, _ := strconv.Atoi(to)
		for ; err == nil && spans && cpu < last && len(first) < n; cpu++ {
			first = append(first, strconv.Itoa(cpu+1))
		}
		if len(first) >= n {
			break
		}
	}
	return strings.Join(first, ",")
}
