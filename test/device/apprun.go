package device

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/rules"
)

// nativeActivity is Android's class for activities without Java code.
const nativeActivity = "android.app.NativeActivity"

// systemServer is the process that starts all apps.
const systemServer = 1400

// running is a running app.
type running struct {
	device *Device
	app    *app
	job    *job
	shown  chan struct{} // its activity has started
	once   sync.Once
	data   string // its data directory on this machine

	screened []string // directories and their replacements
}

// startApp starts an app. As on Android, the settings at this time apply to the whole life of the process. It
// returns nil if the app is already running.
func (d *Device) startApp(in *app, u int) (*running, error) {
	if len(d.appJobs(in.Name, u)) > 0 {
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
	if cmd == nil { // it crashed before its first EGL call
		d.endJob(j)
		return r, nil
	}
	if err := r.follow(cmd, run, ctx.Done()); err != nil {
		d.endJob(j)
		return nil, err
	}
	return r, nil
}

// android returns the device for package rules, with paths of this machine.
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

// program returns the program that runs as the app: its own native activity if that is built for this
// machine, or else the app stand-in.
func (r *running) program() ([]string, error) {
	program, err := appProgram()
	if err != nil {
		return nil, err
	}
	log, err := LogLibrary()
	args := []string{program, log}
	if r.app.Activity == nativeActivity && r.app.abi(r.device) == hostABI() {
		args = append(args, r.device.Host(r.app.libs(r.device)+"/lib"+r.app.Native+".so"))
	}
	return args, err
}

// command returns the app's process, run with the layer loader.
func (r *running) command() (*exec.Cmd, *loader.Run, error) {
	host, err := layerLoader()
	if err != nil {
		return nil, nil, err
	}
	args, err := r.program()
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
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Args[0] = r.app.Name // the process name that zygote sets
	cmd.Dir = r.data
	cmd.Env = append([]string{"PATH=/usr/bin:/bin", "HOME=" + r.data, "EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1"}, run.Env()...)
	cmd.Env = append(cmd.Env, r.layerSettings()...)
	if r.usesAngle() {
		cmd.Env = append(cmd.Env, r.device.options.Angle...)
	}
	return cmd, run, nil
}

// usesAngle reports whether the lists of drivers select ANGLE for the app.
func (r *running) usesAngle() bool {
	packages, _ := r.device.Setting("angle_gl_driver_selection_pkgs")
	values, _ := r.device.Setting("angle_gl_driver_selection_values")
	i := slices.Index(strings.Split(packages, ","), r.app.Name)
	list := strings.Split(values, ",")
	return i >= 0 && i < len(list) && list[i] == "angle"
}

// follow starts the process and copies its lines and the loader's lines to the device's log, in order.
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
	cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = pipe, pipe, killWithParent()
	if err := cmd.Start(); err != nil {
		return errors.Join(err, pipe.Close())
	}
	r.device.mu.Lock()
	r.job.host, r.job.run = cmd.Process.Pid, run.Dir
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

// appJobs returns the processes of a package, of one user or of all users.
func (d *Device) appJobs(name string, u int) []*job {
	return slices.DeleteFunc(d.pids(name), func(j *job) bool { return u != allUsers && j.who.uid/userRange != u })
}

// stopApp implements "am force-stop".
func (d *Device) stopApp(name string, u int) {
	for _, j := range d.appJobs(name, u) {
		j.cancel(killed(syscall.SIGKILL))
		<-j.done
	}
}

// StopApp stops an app like "am force-stop".
func (d *Device) StopApp(name string) { d.stopApp(name, allUsers) }
