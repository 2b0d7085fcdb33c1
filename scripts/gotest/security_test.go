package main

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Each test that SECURITY.md names exists: DIRECTORY.TestName, the name of a test script, or a target of make.
func TestSecurityNamesTests(t *testing.T) {
	page := readText(t, "../../SECURITY.md")
	goTest, script, target := regexp.MustCompile("`([a-z/0-9]+)\\.((?:Test|Fuzz)\\w+)`"), regexp.MustCompile("`(\\w+\\.txtar)`"), regexp.MustCompile("`make ([\\w-]+)`")
	names := goTest.FindAllStringSubmatch(page, -1)
	if len(names) < 50 {
		t.Errorf("only %d tests are named", len(names))
	}
	for _, m := range names {
		files, _ := filepath.Glob(filepath.Join("../..", m[1], "*_test.go"))
		declared := "\nfunc " + m[2] + "("
		if !slices.ContainsFunc(files, func(path string) bool { return strings.Contains(readText(t, path), declared) }) {
			t.Errorf("%s has no test %s", m[1], m[2])
		}
	}
	for _, m := range script.FindAllStringSubmatch(page, -1) {
		if _, err := os.Stat(filepath.Join("../../test/testdata/script", m[1])); err != nil {
			t.Error(err)
		}
	}
	makefile := readText(t, "../../Makefile")
	for _, m := range target.FindAllStringSubmatch(page, -1) {
		if !strings.Contains(makefile, "\n"+m[1]+":") {
			t.Errorf("no target %s of make", m[1])
		}
	}
	// A test without the directory would not be checked.
	for _, m := range regexp.MustCompile("`(?:Test|Fuzz)\\w+`").FindAllString(page, -1) {
		t.Errorf("%s has no directory", m)
	}
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// product are the directories with the code of the program.
var product = []string{"android", "cmd", "doctor", "gen", "internal", "loader", "pack", "project", "registry", "rules", "templates", "trace", "vet"}

// Only these files connect to other programs or machines, fetch template packs, or have the name of a shell. SECURITY.md says why.
func TestNetworkAndShells(t *testing.T) {
	for what, c := range map[string]struct {
		pattern string
		files   []string
	}{
		"requests with HTTP": {`\bhttp\.(Client|Transport|DefaultClient|Get|Head|Post\w*|NewRequest\w*)\b`,
			[]string{"cmd/gleslayergen/internal/registrycmd/fetch.go", "cmd/gleslayergen/internal/ui/env.go", "registry/fetch.go"}},
		"connects to a socket": {`\b(net|tls|rpc)\.Dial`, // adb's server, a port that it forwards, sockets of this machine
			[]string{"android/adb/version.go", "trace/record/app.go", "trace/record/control.go", "trace/record/link/peer_linux.go"}},
		"starts git": {`"git"`, []string{"templates/gitrun.go"}},
		"fetches a template pack": {`\bpack\.Fetch\(`, []string{"cmd/gleslayergen/internal/layercmd/new.go", "cmd/gleslayergen/internal/layercmd/template_show.go",
			"cmd/gleslayergen/internal/layercmd/template_try.go", "project/pack.go", "project/pack_git.go"}},
		"lets an update fetch": {`\bFetch: +true`, []string{"cmd/gleslayergen/internal/layercmd/update.go"}},
		"names a shell": {`"(/bin/|/system/bin/)?(sh|bash|cmd\.exe|powershell)"`, // scripts of a device, shells with completions
			[]string{"android/deploy/settings_undo.go", "android/deploy/settings_write.go", "cmd/gleslayergen/completion.go"}},
	} {
		if got := filesWith(t, regexp.MustCompile(c.pattern)); !slices.Equal(got, c.files) {
			t.Errorf("%s: %q, expected %q", what, got, c.files)
		}
	}
}

// filesWith returns the Go files of the program that match a pattern, sorted.
func filesWith(t *testing.T, pattern *regexp.Regexp) []string {
	t.Helper()
	found := map[string]bool{}
	for _, dir := range product {
		err := filepath.WalkDir(filepath.Join("../..", dir), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "testdata" || d.Name() == "testutil"):
				return filepath.SkipDir
			case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") && pattern.MatchString(readText(t, path)):
				found[strings.TrimPrefix(filepath.ToSlash(path), "../../")] = true
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return slices.Sorted(maps.Keys(found))
}
