package device

import (
	"fmt"
	"strings"
	"time"
)

func activityManager(p *process) int {
	if len(p.args) < 2 {
		return p.usage("Activity manager (activity) commands:\n  help")
	}
	p.device.noise(p.err)
	q := *p
	q.args = p.args[1:]
	switch verb := q.args[0]; verb {
	case "start", "start-activity":
		return amStart(&q)
	case "force-stop":
		_, names, _ := q.takeUser(q.args[1:])
		for _, name := range names {
			if !p.step("app", name, "", "stopped") {
				return statusCable
			}
			p.device.stopApp(name)
		}
		return 0
	case "get-current-user":
		fmt.Fprintln(p.out, p.device.currentUser())
		return 0
	case "refresh-settings-cache":
		if p.device.release.has("am:refresh-settings-cache") {
			return 0
		}
		fallthrough
	default:
		fmt.Fprintf(p.err, "Unknown command: %s\n", verb)
		return 255
	case "switch-user":
		p.device.mu.Lock()
		p.device.user = number(q.args[len(q.args)-1])
		p.device.mu.Unlock()
		return 0
	case "kill", "kill-all", "clear-debug-app", "set-debug-app":
		return 0
	}
}

// amStart starts the activity that -n or -p names.
func amStart(p *process) int {
	u, args, ok := p.takeUser(p.args[1:])
	if !ok {
		return p.usage("Error: bad user")
	}
	wait, stop, component := false, false, ""
	for i := 0; i < len(args); i++ {
		switch args[i] {
		case "-W":
			wait = true
		case "-S":
			stop = true
		case "-n", "-p":
			if i++; i < len(args) {
				component = args[i]
			}
		case "-a", "-c", "-d", "-t", "-f", "--ez", "--es", "--ei":
			i++
			if strings.HasPrefix(args[i-1], "--") {
				i++
			}
		default:
			if !strings.HasPrefix(args[i], "-") && component == "" {
				component = args[i]
			}
		}
	}
	name, activity, exact := strings.Cut(component, "/")
	if strings.HasPrefix(activity, ".") {
		activity = name + activity
	}
	fmt.Fprintf(p.out, "Starting: Intent { cmp=%s }\n", component)
	in := p.device.app(name)
	if in == nil || !in.users[u] || in.Activity == "" || exact && activity != in.Activity {
		fmt.Fprintf(p.err, "Error type 3\nError: Activity class {%s/%s} does not exist.\n", name, activity)
		return 1
	}
	if !p.step("app", name, "", "running") {
		return statusCable
	}
	if stop {
		p.device.stopApp(name)
	}
	return p.startApp(in, u, wait)
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

// monkey starts an app by its package alone: "monkey -p PKG -c android.intent.category.LAUNCHER 1".
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
