package view

import (
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"
)

// pageTexts returns the page's files with their contents.
func pageTexts(t *testing.T) map[string]string {
	t.Helper()
	names, err := fs.Glob(pageFiles(), "*")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, name := range names {
		b, err := fs.ReadFile(pageFiles(), name)
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

// TestPageOnlyText: the page creates no elements from text and loads nothing from other origins.
func TestPageOnlyText(t *testing.T) {
	seen := map[string]int{}
	for name, text := range pageTexts(t) {
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

// TestPageComplete: all files that the page loads exist, and all files are loaded.
func TestPageComplete(t *testing.T) {
	all, reached := pageTexts(t), map[string]bool{"index.html": true}
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
	for name := range all {
		if !reached[name] {
			t.Errorf("no file requests %s", name)
		}
	}
}
