package main

import (
	"net"      // want `^net: network access needs the app's permissions`
	"net/http" // want `^net/http: network access needs the app's permissions`
	"os"
	"os/exec"       // want `^os/exec: a layer must not start processes`
	sig "os/signal" // want `^os/signal: signal handlers belong to the app`
	"syscall"
)

var debug = os.Getenv("DEBUG") // want `^os.Getenv: Go sees an empty environment on Android; read the setting with gles.Setting`

func init() {
	if _, ok := os.LookupEnv("DEBUG"); ok { // want `^os.LookupEnv: `
		debug = os.ExpandEnv("$HOME/x") // want `^os.ExpandEnv: `
	}
	for range os.Environ() { // want `^os.Environ: `
	}
	_, _ = syscall.Getenv("A") // want `^syscall.Getenv: `
	ask := os.Getenv           // want `^os.Getenv: `
	_ = ask
	_ = (os.Getenv)("B") // want `^os.Getenv: `
	_, _ = net.LookupHost("a")
	_ = http.StatusOK
	_ = exec.ErrNotFound
	sig.Ignore()
}

func main() {}
