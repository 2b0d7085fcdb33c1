// Package pagetest checks the files of the pages that gleslayergen serves.
package pagetest

import (
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"
)

// pageTexts returns the page's files with their contents.
func pageTexts(t *testing.T, files fs.FS) map[string]string {
	t.Helper()
	names, err := fs.Glob(files, "*")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, name := range names {
		b, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(b)
	}
	return all
}

// unsafe matches code that would turn text into elements, styles or scripts, or that the security policy
// blocks.
var unsafe = map[string]*regexp.Regexp{
	".js": regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|setHTMLUnsafe|parseFromString|srcdoc|` +
		`\beval\b|new Function|setTimeout\(['"` + "`" + `]|javascript:|setAttribute\('(?:style|on)|https?://`),
	".html": regexp.MustCompile(`<style|\sstyle=|\son[a-z]+=|<script(?: type="module" src="[a-z]+\.js")?>[^<]|javascript:|https?://`),
	".css":  regexp.MustCompile(`@import|url\(|expression`),
}

// Check checks that a page creates no elements from text, loads nothing from other origins, and that all files that it loads
// exist. own are the files in its directory page, all of which it must load, and files those and the shared ones.
func Check(t *testing.T, own, files fs.FS) {
	t.Helper()
	all := pageTexts(t, files)
	checkOnlyText(t, all)
	below, err := fs.Sub(own, "page")
	if err != nil {
		t.Fatal(err)
	}
	checkComplete(t, pageTexts(t, below), all)
}

func checkOnlyText(t *testing.T, all map[string]string) {
	t.Helper()
	seen := map[string]int{}
	for name, text := range all {
		kind := path.Ext(name)
		seen[kind]++
		for _, line := range strings.Split(text, "\n") {
			if bad := unsafe[kind]; bad != nil && bad.MatchString(line) {
				t.Errorf("%s: %s", name, line)
			}
		}
	}
	for kind := range unsafe {
		if seen[kind] == 0 {
			t.Errorf("no file %s", kind)
		}
	}
}

var (
	pageImports = regexp.MustCompile(`from '\./([a-z]+\.js)'`)
	pageUses    = regexp.MustCompile(`(?:href|src)="([a-z]+\.[a-z]+)"`)
)

func checkComplete(t *testing.T, own, all map[string]string) {
	t.Helper()
	reached := map[string]bool{"index.html": true}
	for todo := []string{"index.html"}; len(todo) > 0; todo = todo[1:] {
		for _, m := range append(pageImports.FindAllStringSubmatch(all[todo[0]], -1), pageUses.FindAllStringSubmatch(all[todo[0]], -1)...) {
			if _, ok := all[m[1]]; !ok {
				t.Errorf("%s requests %s, which does not exist", todo[0], m[1])
			}
			if !reached[m[1]] {
				reached[m[1]] = true
				todo = append(todo, m[1])
			}
		}
	}
	for name := range own {
		if !reached[name] {
			t.Errorf("no file requests %s", name)
		}
	}
}
