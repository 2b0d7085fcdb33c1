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

// Need fails if one of the programs or files is not there.
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
	return fmt.Errorf("%s is not there; \"make deps\" installs what benchmarks need", name)
}

// TwoCores makes a command stay on two processors where there are more.
func (c Command) TwoCores() Command {
	if runtime.NumCPU() > 2 {
		c.Args = append([]string{"taskset", "-c", twoOf(allowed())}, c.Args...)
	}
	return c
}

// allowed is the kernel's list of the processors this process may use: "0-3,8".
func allowed() string {
	status, _ := os.ReadFile("/proc/self/status")
	_, list, _ := strings.Cut(string(status), "Cpus_allowed_list:")
	list, _, _ = strings.Cut(list, "\n")
	return strings.TrimSpace(list)
}

// twoOf is the first two processors of a list.
func twoOf(list string) string {
	var two []string
	for part := range strings.SplitSeq(list, ",") {
		first, last, spans := strings.Cut(part, "-")
		two = append(two, first)
		if from, err := strconv.Atoi(first); err == nil && spans && first != last {
			two = append(two, strconv.Itoa(from+1))
		}
		if len(two) >= 2 {
			return strings.Join(two[:2], ",")
		}
	}
	return strings.Join(two, ",")
}
