// Command gotest runs "go test" in several modules at once and closes with one count over all of them:
//
//	go run ./scripts/gotest [-summary FILE] [-modules DIR,...] [FLAGS OF GO TEST]
//
// Tests that pass are silent, unless they are slow; what a failing test printed is shown. It fails if a test
// failed, if none ran, and where CI=true also if one was skipped.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

func main() {
	summary := flag.String("summary", "", "write the closing line to this file, too")
	modules := flag.String("modules", ".", "the modules' folders, parted by commas")
	flag.Parse()
	t := newTally(os.Stdout)
	if err := t.testAll(strings.Split(*modules, ","), flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "gotest:", err)
		os.Exit(1)
	}
	line := t.close()
	fmt.Println(line)
	if *summary != "" {
		if err := write(*summary, line); err != nil {
			fmt.Fprintln(os.Stderr, "gotest:", err)
			os.Exit(1)
		}
	}
	if !t.ok(os.Getenv("CI") == "true") {
		os.Exit(1)
	}
}

func write(path, line string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(line+"\n"), 0o666)
}

// testAll runs the tests of all modules side by side: much of what they do is to wait.
func (t *tally) testAll(dirs, flags []string) error {
	errs := make([]error, len(dirs))
	var group sync.WaitGroup
	for i, dir := range dirs {
		group.Go(func() { errs[i] = t.test(dir, flags) })
	}
	group.Wait()
	return errors.Join(errs...)
}

// test runs the tests of one module.
func (t *tally) test(dir string, flags []string) error {
	t.say("# go test ./... in %s\n", dir)
	args := []string{"test", "-json"}
	if dir != "." {
		args = append(args, "-count=1", "-p=1") // what it tests is of another module: its changes are not seen
	}
	cmd := exec.Command("go", append(append(args, flags...), "./...")...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	cmd.Env = append(os.Environ(), "GOWORK=off")
	stream, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	readErr := t.read(stream)
	err = cmd.Wait()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		t.breaks() // whatever the events said
		err = nil
	}
	return errors.Join(readErr, err)
}

// read takes the events of go test -json.
func (t *tally) read(stream io.Reader) error {
	lines := bufio.NewReader(stream)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil {
				t.say("%s", line) // go itself speaks
			} else {
				t.take(e)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
