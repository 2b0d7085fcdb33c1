package device

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/rules"
)

// systemServer is the process that starts all others.
const systemServer = 1400

// A running app.
type running struct {
	device *Device
	app    *app
	job    *job
	shown  chan struct{} // its activity is complete
	once   sync.Once
	data   string // its data folder on this machine

	screened []string // folders that stand for others, and those they stand for
}

// startApp starts one as Android does: what the settings say now holds for the whole life of the process. One that runs
// already gives nil.
func (d *Device) startApp(in *app, u int) (*running, error) {
	if len(d.pids(in.Name)) > 0 {
		return nil, nil
	}
	who := user{uid: u*userRange + in.uid, context: "u:r:untrusted_app:s0:c512,c768", pkg: in.Name}
	j, ctx := d.newJob(d.ctx, who, []string{in.Name})
	r := &running{device: d, app: in, job: j, shown: make(chan struct{}), data: d.Host(in.data(u))}
	d.mu.Lock()
	in.stopped = false
	d.mu.Unlock()
	d.WriteLog(systemServer, uidSystem, 'I', "ActivityManager", fmt.Sprintf("Start proc %d:%s/u%da%d for top-activity {%s}", j.pid, in.Name, u, in.uid-10000, in.component()))
	if d.faults.get().Hostile {
		d.WriteLog(j.pid, who.uid, 'E', "libEGL", HostileText+strings.Repeat("long ", 4000))
	}
	if in.Idle {
		close(r.shown)
		d.run(func() { <-ctx.Done(); d.endJob(j) })
		return r, nil
	}
	cmd, run, err := r.command()
	if err != nil {
		d.endJob(j)
		return nil, err
	}
	if cmd == nil { // it crashed before it came to EGL
		d.endJob(j)
		return r, nil
	}
	if err := r.follow(cmd, run, ctx.Done()); err != nil {
		d.endJob(j)
		return nil, err
	}
	return r, nil
}

// android is the device as package rules sees it, with paths of this machine.
func (r *running) android() *loader.Android {
	d := r.device
	libs := d.Host(r.app.libs(d))
	a := &loader.Android{Device: rules.Device{Release: d.release.rules, Later: d.options.Later, Build: d.options.Build},
		App: rules.App{Package: r.app.Name, ABI: r.app.abi(d), Debuggable: r.app.Debuggable, InjectLayers: r.app.InjectLayers,
			Profileable: r.app.Profileable, DataDir: r.data, LibDirs: libs},
		Packages: map[string]rules.Package{}, Properties: map[string]string{}, System: d.tree.host("/data/local/debug/gles")}
	for _, name := range loader.SettingNames() {
		*a.Setting(name), _ = d.Setting(name)
	}
	for _, other := range d.apps() {
		if d.sees(r.app, other) {
			a.Packages[other.Name] = rules.Package{NativeLibraryDir: d.Host(other.libs(d)), SourceDir: d.Host(other.code + "/base.apk"),
				PrimaryABI: other.abi(d), SecondaryABI: other.secondary}
		}
	}
	for _, name := range loader.Properties() {
		a.Properties[name] = d.Prop(name)
	}
	return a
}

// command is the app's process under the layer loader.
func (r *running) command() (*exec.Cmd, *loader.Run, error) {
	host, err := theHost()
	if err != nil {
		return nil, nil, err
	}
	program, err := appProgram()
	if err != nil {
		return nil, nil, err
	}
	dir, err := os.MkdirTemp(filepath.Dir(r.device.tree.dir), "app-")
	if err != nil {
		return nil, nil, err
	}
	setup := loader.Setup{Release: r.device.release.rules, Log: filepath.Join(dir, "log")}
	decision := r.android().Fill(&setup)
	for _, line := range decision.Log {
		r.line(line)
	}
	if err := r.screen(&setup, dir); err != nil {
		return nil, nil, err
	}
	if decision.Crash != "" {
		r.crash("java.lang.NullPointerException: Attempt to read from field 'java.lang.String android.content.pm.ApplicationInfo.nativeLibraryDir' on a null object reference")
		return nil, nil, os.RemoveAll(dir)
	}
	if err := syscall.Mkfifo(setup.Log, 0o600); err != nil {
		return nil, nil, err
	}
	run, err := host.NewRun(dir, setup)
	if err != nil {
		return nil, nil, err
	}
	cmd := exec.Command(program)
	cmd.Dir = r.data
	cmd.Env = append([]string{"PATH=/usr/bin:/bin", "HOME=" + r.data, "EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1"}, run.Env()...)
	return cmd, run, nil
}

// follow starts the process, and takes its lines and the loader's into the device's log, in the order they come.
func (r *running) follow(cmd *exec.Cmd, run *loader.Run, ended <-chan struct{}) error {
	dir := filepath.Dir(run.Dir)
	pipe, err := os.OpenFile(filepath.Join(dir, "log"), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	stay, err := cmd.StdinPipe()
	if err != nil {
		return errors.Join(err, pipe.Close())
	}
	cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = pipe, pipe, endsWithUs()
	if err := cmd.Start(); err != nil {
		return errors.Join(err, pipe.Close())
	}
	r.device.mu.Lock()
	r.job.host = cmd.Process.Pid
	r.device.mu.Unlock()
	over := make(chan struct{})
	r.device.run(func() {
		select {
		case <-ended:
			_ = cmd.Process.Kill()
		case <-over:
		}
	})
	read := make(chan struct{})
	r.device.run(func() { r.read(pipe); close(read) })
	r.device.run(func() {
		err := cmd.Wait()
		close(over)
		fmt.Fprintln(pipe, endOfLog)
		<-read
		stay.Close()
		pipe.Close()
		r.died(err)
		os.RemoveAll(dir)
		r.device.endJob(r.job)
	})
	return nil
}

// endOfLog is what the pipe carries last.
const endOfLog = "\x00end"

// maxLogLine is as long as Android's log takes one.
const maxLogLine = 4000

func (r *running) read(pipe io.Reader) {
	in := bufio.NewReaderSize(pipe, 64<<10)
	for {
		line, err := in.ReadString('\n')
		line = strings.TrimSuffix(line, "\n")
		if err != nil || line == endOfLog {
			return
		}
		r.line(line[:min(len(line), maxLogLine)])
	}
}

// line is "P TAG: TEXT" of the loader, or "TAG: TEXT" of the app and its layers.
func (r *running) line(text string) {
	text = strings.ReplaceAll(strings.NewReplacer(r.screened...).Replace(text), r.device.tree.dir, "")
	priority := byte('I')
	if len(text) > 2 && text[1] == ' ' && strings.IndexByte(priorities, text[0]) >= 0 {
		priority, text = text[0], text[2:]
	}
	tag, text, ok := strings.Cut(text, ": ")
	switch {
	case !ok:
		tag, text = r.app.Tag, tag
	case tag == "app":
		tag = r.app.Tag
	case tag == "libEGL":
		text = r.androidWords(text)
	case tag == "loader":
		return // it speaks of what no device would
	}
	r.device.WriteLog(r.job.pid, r.job.who.uid, priority, tag, text)
	if strings.HasSuffix(text, "activity complete") {
		r.once.Do(func() { close(r.shown) })
	}
}

// crash is what the runtime writes of an exception that nobody caught.
func (r *running) crash(exception string) {
	d := r.device
	for _, line := range []string{"FATAL EXCEPTION: main", fmt.Sprintf("Process: %s, PID: %d", r.app.Name, r.job.pid), exception,
		"\tat android.os.GraphicsEnvironment.getDebugLayerAppPaths(GraphicsEnvironment.java:312)"} {
		d.WriteLog(r.job.pid, r.job.who.uid, 'E', "AndroidRuntime", line)
	}
}

// died tells of a process that ended by itself, as Android's crash reporter does.
func (r *running) died(err error) {
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		return
	}
	status, _ := exit.Sys().(syscall.WaitStatus)
	if !status.Signaled() || status.Signal() == syscall.SIGKILL {
		return
	}
	d, pid := r.device, r.job.pid
	d.WriteLog(pid, r.job.who.uid, 'F', "libc", fmt.Sprintf("Fatal signal %d (%s), code 1 (SEGV_MAPERR), fault addr 0x0 in tid %d (%s), pid %d (%s)",
		int(status.Signal()), signalName(status.Signal()), pid, r.app.Name, pid, r.app.Name))
	d.WriteLog(pid, r.job.who.uid, 'F', "DEBUG", "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***")
	d.WriteLog(pid, r.job.who.uid, 'F', "DEBUG", fmt.Sprintf("pid: %d, tid: %d, name: %s  >>> %s <<<", pid, pid, r.app.Name, r.app.Name))
}

func signalName(s syscall.Signal) string {
	names := map[syscall.Signal]string{syscall.SIGSEGV: "SIGSEGV", syscall.SIGABRT: "SIGABRT", syscall.SIGBUS: "SIGBUS", syscall.SIGILL: "SIGILL", syscall.SIGFPE: "SIGFPE", syscall.SIGTRAP: "SIGTRAP"}
	return names[s]
}

// stopApp is "am force-stop".
func (d *Device) stopApp(name string) {
	for _, j := range d.pids(name) {
		j.cancel(killed(syscall.SIGKILL))
		<-j.done
	}
}

// StopApp stops one as "am force-stop" does.
func (d *Device) StopApp(name string) { d.stopApp(name) }

// procFile is the content of the files below /proc that tools read of an app.
func (d *Device) procFile(name string) (string, bool) {
	var pid int
	var file string
	if n, _ := fmt.Sscanf(name, "/proc/%d/%s", &pid, &file); n != 2 {
		return "", false
	}
	d.mu.Lock()
	j := d.jobs[pid]
	d.mu.Unlock()
	if j == nil {
		return "", false
	}
	switch file {
	case "cmdline":
		return strings.Join(j.args, "\x00") + "\x00", true
	case "maps":
		if j.host != 0 {
			text, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", j.host))
			return strings.ReplaceAll(string(text), d.tree.dir, ""), err == nil
		}
		return "", true
	}
	return "", false
}
