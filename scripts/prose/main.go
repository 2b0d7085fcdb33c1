// Prose checks the texts of this repository with Vale and the styles in styles/: documents, comments, and the strings of the
// program that users read.
//
//	go run ./scripts/prose [-level warning] [PATH ...]
//
// Without a PATH it checks every file of the repository. It prints one line
// for each finding and exits with 1 if one of them is an error.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	level := flag.String("level", "error", "least level of findings to print: error or warning")
	vale := flag.String("vale", "build/vale", "path of Vale")
	flag.Parse()
	found, err := check(*vale, *level, flag.Args())
	if err != nil {
		fmt.Fprintf(os.Stderr, "prose: %v\n", err)
		os.Exit(2)
	}
	bad := false
	for _, f := range found {
		fmt.Println(f.String())
		bad = bad || f.Severity == "error"
	}
	if bad {
		os.Exit(1)
	}
}

// finding is one finding of Vale, with its place in the source.
type finding struct {
	Path                            string `json:"-"`
	Line                            int
	Check, Message, Severity, Match string
}

func (f finding) String() string {
	return fmt.Sprintf("%s:%d: %s: %s (%s)", f.Path, f.Line, f.Severity, f.Message, f.Check)
}

// check writes the texts of all files below paths to a temporary directory, one paragraph a text, and runs Vale there.
func check(vale, level string, paths []string) ([]finding, error) {
	files, err := sources(paths)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "prose-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	all := map[string][]text{}
	for _, path := range files {
		source, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		texts := extract(path, string(source))
		if len(texts) == 0 {
			continue
		}
		var out strings.Builder
		for _, t := range texts {
			out.WriteString(t.words + "\n\n")
		}
		all[path] = texts
		copied := filepath.Join(dir, path+".txt")
		if err := errors.Join(os.MkdirAll(filepath.Dir(copied), 0o777), os.WriteFile(copied, []byte(out.String()), 0o666)); err != nil {
			return nil, err
		}
	}
	reports, err := run(vale, level, dir)
	if err != nil {
		return nil, err
	}
	var found []finding
	for path, list := range reports {
		path = strings.TrimSuffix(path, ".txt")
		source, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		for _, f := range list {
			f.Path, f.Line = path, lineOf(string(source), all[path][(f.Line-1)/2].line, f.Match)
			found = append(found, f)
		}
	}
	slices.SortFunc(found, func(a, b finding) int {
		if c := strings.Compare(a.Path, b.Path); c != 0 {
			return c
		}
		return a.Line - b.Line
	})
	return found, nil
}

// run returns what Vale reports about a directory, by path relative to it.
func run(vale, level, dir string) (map[string][]finding, error) {
	vale, err := filepath.Abs(vale)
	if err != nil {
		return nil, err
	}
	config, err := filepath.Abs(".vale.ini")
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(vale, "--config="+config, "--minAlertLevel="+level, "--no-exit", "--output=JSON", ".")
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s%s", vale, err, out, stderr.Bytes())
	}
	reports := map[string][]finding{}
	if err := json.Unmarshal(out, &reports); err != nil {
		return nil, fmt.Errorf("%s: %w: %s", vale, err, out)
	}
	return reports, nil
}

// lineOf returns the line of the first match at or after a line. In the source, the words of a match may be on two lines, with
// the mark of a comment between them.
func lineOf(source string, line int, match string) int {
	rest := source
	for range line - 1 {
		_, rest, _ = strings.Cut(rest, "\n")
	}
	words := strings.Fields(match)
	for i := range words {
		words[i] = regexp.QuoteMeta(words[i])
	}
	at := regexp.MustCompile(`(?i)` + strings.Join(words, `[\s/*#"+]+`)).FindStringIndex(rest)
	if at == nil {
		return line
	}
	return line + strings.Count(rest[:at[0]], "\n")
}
