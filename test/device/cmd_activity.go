package device

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

func activityManager(p *process) int {
	if len(p.args) < 2 {
		return p.usage("Activity manager (activity) commands:\n  help")
	}
	p.device.noise(p.err)
	verbs := map[string]command{"start": amStart, "start-activity": amStart, "force-stop": amStop, "get-current-user": amUser, "switch-user": amSwitch,
		"refresh-settings-cache": nothing, "kill": nothing, "kill-all": nothing, "set-debug-app": nothing, "clear-debug-app": nothing}
	verb := verbs[p.args[1]]
	if verb == nil || !p.device.release.has("am:"+p.args[1]) {
		fmt.Fprintf(p.err, "Unknown command: %s\n", p.args[1])
		return 255
	}
	q := *p
	q.args = p.args[1:]
	return verb(&q)
}

func amStop(p *process) int {
	u, names, _ := p.parseUserFlag(p.args[1:])
	if len(names) == len(p.args)-1 || slices.Contains(p.args, "all") {
		u = allUsers // unless --user selects another
	}
	for _, name := range names {
		if !p.step("app", name, "", "stopped") {
			return statusCable
		}
		p.device.stopApp(name, u)
	}
	return 0
}

func amUser(p *process) int {
	fmt.Fprintln(p.out, p.device.currentUser())
	return 0
}

func amSwitch(p *process) int {
	user := number(p.args[len(p.args)-1])
	if !p.device.hasUser(user) {
		return p.usage("Error: no such user")
	}
	p.device.mu.Lock()
	defer p.device.mu.Unlock()
	p.device.user = user
	return 0
}

// A start is the parsed arguments of "am start".
type start struct {
	wait, stop bool
	component  string // PKG/ACTIVITY or PKG
}

func parseStart(args []string) (s start) {
	for i := 0; i < len(args); i++ {
		switch args[i] {
		case "-W":
			s.wait = true
		case "-S":
			s.stop = true
		case "-n", "-p":
			if i++; i < len(args) {
				s.component = args[i]
			}
		case "-a", "-c", "-d", "-t", "-f":
			i++
		case "--ez", "--es", "--ei":
			i += 2
		default:
			if !strings.HasPrefix(args[i], "-") && s.component == "" {
				s.component = args[i]
			}
		}
	}
	return s
}

// amStart starts the activity of -n or -p.
func amStart(p *process) int {
	u, args, ok := p.parseUserFlag(p.args[1:])
	if !ok {
		return p.usage("Error: bad user")
	}
	s := parseStart(args)
	name, activity, exact := strings.Cut(s.component, "/")
	if strings.HasPrefix(activity, ".") {
		activity = name + activity
	}
	fmt.Fprintf(p.out, "Starting: Intent { cmp=%s }\n", s.component)
	in := p.device.app(name)
	if in == nil || !in.users[u] || in.Activity == "" || exact && activity != in.Activity {
		fmt.Fprintf(p.err, "Error type 3\nError: Activity class {%s/%s} does not exist.\n", name, activity)
		return 1
	}
	if !p.step("app", name, "", "running") {
		return statusCable
	}
	if s.stop {
		p.device.stopApp(name, u)
	}
	return p.startApp(in, u, s.wait)
}

func (p *process) startApp(in *app, u int, wait bool) int {
	begin := time.Now()
	run, err := p.device.startApp(in, u)
	if err != nil {
		fmt.Fprintf(p.err, "Error: %v\n", err)
		return 1
	}
	state := "COLD"
	if run == nil {
		fmt.Fprintln(p.out, "Warning: Activity not started, intent has been delivered to currently running top-most instance.")
		state = "HOT"
	}
	if !wait {
		return 0
	}
	if run != nil {
		select {
		case <-run.shown:
		case <-run.job.done:
		case <-p.ctx.Done():
			return 143
		}
	}
	took := time.Since(begin).Milliseconds()
	fmt.Fprintf(p.out, "Status: ok\nLaunchState: %s\nActivity: %s\nTotalTime: %d\nWaitTime: %d\nComplete\n", state, in.component(), took, took+3)
	return 0
}

// monkey starts an app by its package name: "monkey -p PKG -c android.intent.category.LAUNCHER 1".
func monkey(p *process) int {
	letters, _ := flags(p.args[1:], "pc")
	in := p.device.app(letters['p'])
	if in == nil || in.Activity == "" {
		fmt.Fprintln(p.out, "** No activities found to run, monkey aborted.")
		return 252
	}
	if status := p.startApp(in, p.device.currentUser(), false); status != 0 {
		return status
	}
	fmt.Fprintln(p.out, "Events injected: 1")
	return 0
}
