package device

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

func uname(p *process) int {
	letters, _ := flags(p.args[1:], "")
	machine := map[string]string{"arm64-v8a": "aarch64", "armeabi-v7a": "armv8l", "x86": "i686"}[p.device.options.ABIs[0]]
	if machine == "" {
		machine = p.device.options.ABIs[0]
	}
	for letter, text := range map[rune]string{'m': machine, 'r': "5.10.101-android12-9", 'n': "localhost"} {
		if _, ok := letters[letter]; ok {
			fmt.Fprintln(p.out, text)
			return 0
		}
	}
	fmt.Fprintln(p.out, "Linux")
	return 0
}

// which finds the device's programs. The interpreter's "command -v" would search this machine.
func which(p *process) int {
	status := 0
	for _, name := range p.args[1:] {
		if programs[name] == nil || !p.installed(name) || !p.device.release.has(name) {
			status = 1
			continue
		}
		fmt.Fprintln(p.out, "/system/bin/"+name)
	}
	return status
}

// xargs passes all words of stdin at once, or -n at a time.
func xargs(p *process) int {
	letters, rest := flags(p.args[1:], "nI")
	if len(rest) == 0 {
		rest = []string{"echo"}
	}
	data, err := io.ReadAll(io.LimitReader(p.in, readLimit))
	if err != nil {
		return p.fail("%v", err)
	}
	args := strings.Fields(string(data))
	if _, zero := letters['0']; zero {
		args = strings.FieldsFunc(string(data), func(r rune) bool { return r == 0 })
	}
	step := max(len(args), 1)
	if n := number(letters['n']); n > 0 {
		step = n
	}
	status := 0
	for i := 0; i < len(args); i += step {
		q := *p
		q.in, q.args = strings.NewReader(""), append(append([]string(nil), rest...), args[i:min(i+step, len(args))]...)
		if q.args[0] == "echo" {
			fmt.Fprintln(p.out, strings.Join(q.args[1:], " "))
		} else if s := q.run(); s != 0 {
			status = 123
		}
	}
	return status
}

// sleep is shortened by Options.Sleep.
func sleep(p *process) int {
	if len(p.args) < 2 {
		return p.fail("Needs 1 argument")
	}
	seconds, err := strconv.ParseFloat(strings.TrimRight(p.args[1], "smhd"), 64)
	if err != nil {
		return p.fail("bad number '%s'", p.args[1])
	}
	switch p.args[1][len(p.args[1])-1] {
	case 'm':
		seconds *= 60
	case 'h':
		seconds *= 3600
	}
	return p.runAsJob(func(q *process) int {
		seconds /= p.device.haste()
		pause(q.ctx.Done(), time.Duration(seconds*float64(time.Second)))
		if q.ctx.Err() != nil {
			return 143
		}
		return 0
	})
}

func (d *Device) haste() float64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.options.Sleep <= 0 {
		return 1
	}
	return d.options.Sleep
}

// runAsJob runs a command as a process that ps lists.
func (p *process) runAsJob(run func(*process) int) int {
	job, ctx := p.device.newJob(p.ctx, p.who, p.args)
	defer p.device.endJob(job)
	q := *p
	q.ctx = ctx
	return run(&q)
}
