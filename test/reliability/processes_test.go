package main

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A program that ignores its signal, with a child in a session of its own, is killed and named, and leaves nothing behind.
func TestDoesNotEnd(t *testing.T) {
	if err := adoptOrphans(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", `trap "" INT; setsid sleep 1000 & (setsid sleep 2000 &); echo ready; while :; do sleep 1000; done`)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 6)); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	repeated := 0
	if wait(ended, 3, time.Millisecond, func() { repeated++ }) || repeated != 3 {
		t.Errorf("it ended, or the request was repeated %d times", repeated)
	}
	if names := killTree(cmd.Process.Pid); !strings.Contains(names, "sh (") || !strings.Contains(names, "sleep (") {
		t.Errorf("killed: %q", names)
	}
	<-ended
	if err := killOrphans(); err != nil {
		t.Error(err)
	}
	if left := below(os.Getpid()); len(left) > 0 {
		t.Errorf("left: %+v", left)
	}
}

// A process that stops itself is found, also below another one.
func TestIsStopped(t *testing.T) {
	cmd := exec.Command("sh", "-c", `sh -c 'echo ready; read line; kill -STOP $$; :'; echo ended`)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 6)); err != nil || isStopped(cmd.Process.Pid) {
		t.Errorf("%v, or it has stopped before it was asked", err)
	}
	if _, err := in.Write([]byte("\n")); err != nil {
		t.Error(err)
	}
	for deadline := time.Now().Add(limit); !isStopped(cmd.Process.Pid); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it did not stop")
		}
	}
	for _, p := range below(cmd.Process.Pid) {
		_ = syscall.Kill(p.pid, syscall.SIGCONT)
	}
	if err := cmd.Wait(); err != nil || isStopped(cmd.Process.Pid) {
		t.Errorf("%v, or it is still stopped", err)
	}
}
