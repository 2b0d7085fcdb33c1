// Command run starts an EGL program with layers over this machine's driver:
//
//	go run ./loader/testhost/run --layer A.so[:B.so...] [--report FILE] -- PROGRAM ARGS
//
// It ends with the program's own status.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/loader/testhost"
	"github.com/gleslayergen/gleslayergen/rules"
)

func main() {
	layers := flag.String("layer", "", "layers, parted by colons; the first is directly below the program")
	report := flag.String("report", "", "write a report about the loader to this file")
	flag.Parse()
	code, err := run(*layers, *report, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
	}
	os.Exit(code)
}

func run(layers, report string, program []string) (int, error) {
	if len(program) == 0 {
		return 2, errors.New("which program? put it behind --")
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return 1, err
	}
	r := rules.Newest()
	host, err := testhost.Build(filepath.Join(cache, "gleslayergen", "testhost-"+r.ID),
		testhost.Names{Platform: r.Platform, EGL: r.EGL, GL: r.GL})
	if err != nil {
		return 1, err
	}
	var list []string
	if layers != "" {
		list = strings.Split(layers, ":")
	}
	cmd := host.Command(list, program[0], program[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if report != "" {
		cmd.Env = append(cmd.Env, testhost.EnvReport+"="+report)
	}
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode(), nil
	}
	if err != nil {
		return 1, err
	}
	return 0, nil
}
