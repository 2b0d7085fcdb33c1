package device

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A job is a process that ps lists: an app, or one that a shell started.
type job struct {
	pid    int
	who    user
	name   string // the name in ps
	args   []string
	start  time.Time
	cancel context.CancelCauseFunc
	host   int    // the process ID on this machine; 0: the job runs in this process
	run    string // the directory of its layer loader
	done   chan struct{}
}

// A killed error is the cause of a job's end by a signal.
type killed syscall.Signal

func (k killed) Error() string { return "signal " + strconv.Itoa(int(k)) }

// newJob adds a process to the list. It is removed when its context ends.
func (d *Device) newJob(ctx context.Context, who user, args []string) (*job, context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	j := &job{who: who, name: args[0][strings.LastIndex(args[0], "/")+1:], args: args, start: now(), cancel: cancel, done: make(chan struct{})}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lastJob++
	j.pid = d.lastJob
	d.jobs[j.pid] = j
	return j, ctx
}

// endJob removes the job from the list. Its context stays: processes that it left in the background keep
// running.
func (d *Device) endJob(j *job) {
	d.mu.Lock()
	delete(d.jobs, j.pid)
	d.mu.Unlock()
	close(j.done)
}

// endJobs ends all processes, as a shutdown does.
func (d *Device) endJobs() {
	d.mu.Lock()
	jobs := make([]*job, 0, len(d.jobs))
	for _, j := range d.jobs {
		jobs = append(jobs, j)
	}
	d.mu.Unlock()
	for _, j := range jobs {
		j.cancel(killed(syscall.SIGKILL))
	}
	for _, j := range jobs {
		if j.host != 0 {
			<-j.done
		}
	}
}

// signal sends a signal as a user.
func (d *Device) signal(who user, pid int, sig syscall.Signal) error {
	d.mu.Lock()
	j := d.jobs[pid]
	d.mu.Unlock()
	switch {
	case j == nil:
		return syscall.ESRCH
	case who.uid != 0 && who.uid != j.who.uid:
		return syscall.EPERM
	case sig != 0:
		j.cancel(killed(sig))
	}
	return nil
}

// pids returns the process IDs of a name, the oldest first.
func (d *Device) pids(name string) []*job {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []*job
	for _, pid := range slices.Sorted(maps.Keys(d.jobs)) {
		if j := d.jobs[pid]; name == "" || j.name == name || j.args[0] == name {
			out = append(out, j)
		}
	}
	return out
}
