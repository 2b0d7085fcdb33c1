// Command gotest runs "go test" in several modules at the same time and prints one total for all of them:
//
//	go run ./scripts/gotest [-summary FILE] [-modules DIR,...] [-jobs N] [-parts N] [FLAGS OF GO TEST]
//
// With -parts, each run has one part of the slow tests, those with the build tag heavy, selected by the number in TEST_SHARD.
// It prints passed tests only if they are slow, and the output of failed tests. It fails if a test failed, if
// no test ran, or, with CI=true, if a test was skipped.
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
	summary := flag.String("summary", "", "also write the summary line to this file")
	modules := flag.String("modules", ".", "the directories of the modules, separated by commas")
	jobs := flag.Int("jobs", 1, "the number of packages to test at the same time in each module other than \".\"")
	parts := flag.Int("parts", 1, "the number of runs that together have all slow tests")
	flag.Parse()
	t := newTally(os.Stdout)
	share, err := newShare(*parts)
	if err == nil {
		err = t.testAll(strings.Split(*modules, ","), *jobs, share, flag.Args())
	}
	if err != nil {
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

// testAll runs the tests of all modules in parallel, because many of them wait most of the time.
func (t *tally) testAll(dirs []string, jobs int, s *share, flags []string) error {
	errs := make([]error, len(dirs))
	var group sync.WaitGroup
	for i, dir := range dirs {
		group.Go(func() { errs[i] = t.test(dir, jobs, s, flags) })
	}
	group.Wait()
	return errors.Join(errs...)
}

// test runs the tests of one module.
func (t *tally) test(dir string, jobs int, s *share, flags []string) error {
	t.printf("# go test ./... in %s\n", dir)
	env := append(os.Environ(), "GOWORK=off")
	if s != nil {
		names, err := heavyTests(dir)
		if err != nil {
			return err
		}
		others := s.others(names)
		t.printf("# part %d of %d of the slow tests: %d of %d\n", s.part()+1, s.parts, len(names)-len(others), len(names))
		if len(others) > 0 {
			flags = append([]string{skip(others)}, flags...)
		}
		env = append(env, s.env())
	}
	args := []string{"test", "-json"}
	if dir != "." {
		args = append(args, "-count=1", fmt.Sprintf("-p=%d", jobs)) // it tests programs of another module, whose changes the test cache does not see
	}
	cmd := exec.Command("go", append(append(args, flags...), "./...")...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	cmd.Env = env
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
		t.breaks() // even if the events were read without an error
		err = nil
	}
	return errors.Join(readErr, err)
}

// read reads the events of go test -json.
func (t *tally) read(stream io.Reader) error {
	lines := bufio.NewReader(stream)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil {
				t.printf("%s", line) // a message of the go command itself
			} else {
				t.addEvent(e)
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
