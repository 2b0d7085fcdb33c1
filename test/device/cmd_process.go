package device

import (
	"fmt"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// ps supports -A, -e, -o with columns, and -p.
func ps(p *process) int {
	letters, _ := flags(p.args[1:], "opu")
	columns := []string{"USER", "PID", "PPID", "VSZ", "RSS", "WCHAN", "ADDR", "S", "NAME"}
	titles := true
	if o := letters['o']; o != "" {
		columns = strings.Split(o, ",")
		titles = false
		for i, c := range columns {
			name, title, renamed := strings.Cut(c, "=")
			columns[i] = strings.ToUpper(name)
			titles = titles || !renamed || title != ""
		}
	}
	if titles {
		fmt.Fprintln(p.out, psLine(columns, map[string]string{}))
	}
	only := number(letters['p'])
	for _, j := range p.device.pids("") {
		if only != 0 && j.pid != only {
			continue
		}
		fmt.Fprintln(p.out, psLine(columns, map[string]string{"USER": j.who.name(), "UID": strconv.Itoa(j.who.uid), "PID": strconv.Itoa(j.pid), "TID": strconv.Itoa(j.pid), "PPID": "1",
			"VSZ": "0", "RSS": "0", "WCHAN": "0", "ADDR": "0", "S": "S", "NAME": j.name, "CMD": j.name, "COMM": j.name, "ARGS": strings.Join(j.args, " "), "CMDLINE": strings.Join(j.args, " "),
			"STIME": j.start.Format("15:04"), "ETIME": fmt.Sprintf("%02d:%02d", int(time.Since(j.start).Minutes()), int(time.Since(j.start).Seconds())%60), "LABEL": j.who.context}))
	}
	return 0
}

// psLine prints values in aligned columns. Without any values it prints the titles.
func psLine(columns []string, values map[string]string) string {
	var b strings.Builder
	for i, c := range columns {
		v, ok := values[c]
		if !ok {
			v = c
			if len(values) > 0 {
				v = "?"
			}
		}
		switch {
		case i == len(columns)-1:
			b.WriteString(v)
		case c == "USER" || c == "LABEL":
			fmt.Fprintf(&b, "%-13s ", v)
		default:
			fmt.Fprintf(&b, "%6s ", v)
		}
	}
	return b.String()
}

func pidof(p *process) int {
	_, names := flags(p.args[1:], "o")
	var found []string
	for _, name := range names {
		for _, j := range p.device.pids(name) {
			found = append(found, strconv.Itoa(j.pid))
		}
	}
	if len(found) == 0 {
		return 1
	}
	fmt.Fprintln(p.out, strings.Join(found, " "))
	return 0
}

var signals = map[string]syscall.Signal{"TERM": 15, "KILL": 9, "HUP": 1, "INT": 2, "QUIT": 3, "0": 0}

// kill implements kill, and pkill, whose arguments are names.
func kill(p *process) int {
	sig, args := syscall.SIGTERM, p.args[1:]
	if len(args) > 1 && args[0] == "-s" {
		args = append([]string{"-" + args[1]}, args[2:]...)
	}
	if len(args) > 0 && strings.HasPrefix(args[0], "-") {
		word := strings.TrimPrefix(strings.TrimPrefix(args[0], "-"), "SIG")
		if args = args[1:]; word == "f" || word == "" {
			word = "TERM"
		}
		n, err := strconv.Atoi(word)
		named, ok := signals[word]
		if err == nil {
			named = syscall.Signal(n)
		} else if !ok {
			return p.fail("bad signal '%s'", word)
		}
		sig = named
	}
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	status := 0
	for _, arg := range args {
		pids := []int{number(strings.TrimPrefix(arg, "-"))} // of a process group: its other processes end with the first
		if strings.HasSuffix(p.args[0], "pkill") {
			pids = nil
			for _, j := range p.device.pids("") {
				if strings.Contains(strings.Join(j.args, " "), arg) {
					pids = append(pids, j.pid)
				}
			}
		}
		for _, pid := range pids {
			if err := p.device.signal(p.who, pid, sig); err != nil {
				status = p.fail("%d: %s", pid, errorText(err))
			}
		}
	}
	return status
}

func (d *Device) ownPID(p *process) int {
	for _, j := range d.pids("") {
		if j.who == p.who {
			return j.pid
		}
	}
	return 1
}
