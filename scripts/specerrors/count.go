package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

var (
	functionPattern  = regexp.MustCompile(`<funcdef>[^<]*<function>(e?gl[A-Z]\w*)</function>`)
	errorsPattern    = regexp.MustCompile(`(?s)<title>Errors</title>(.*?)</refsect1>`)
	paragraphPattern = regexp.MustCompile(`(?s)<para>(.*?)</para>`)
	codePattern      = regexp.MustCompile(`<constant>(GL_(?:INVALID_(?:ENUM|VALUE|OPERATION|FRAMEBUFFER_OPERATION)|(?:OUT_OF|STACK|CONTEXT)_\w+)|EGL_(?:BAD_\w+|NOT_INITIALIZED|CONTEXT_LOST))</constant>`)
)

// printCounts prints the number of paragraphs about each error on the page of each command. The first error that a paragraph
// names is the one that it is about. Commands that share a page share its errors.
func printCounts(gl, egl string) error {
	counts := map[string]int{} // by command and error
	for _, pattern := range []string{filepath.Join(gl, "es3", "gl*.xml"), filepath.Join(egl, "sdk", "docs", "man", "egl*.xml")} {
		pages, err := filepath.Glob(pattern)
		if err != nil || len(pages) == 0 {
			return fmt.Errorf("no pages %s", pattern)
		}
		for _, page := range pages {
			text, err := os.ReadFile(page)
			if err != nil {
				return err
			}
			countPage(counts, string(text))
		}
	}
	fmt.Println("# Number of paragraphs about each error on the reference page of a command; - for a page without errors.")
	fmt.Println("# Made by scripts/specerrors from:")
	for _, source := range [][2]string{{"KhronosGroup/OpenGL-Refpages, es3", gl}, {"KhronosGroup/EGL-Registry, sdk/docs/man", egl}} {
		out, err := exec.Command("git", "-C", source[1], "log", "-1", "--format=%H, %cs").Output()
		if err != nil {
			return fmt.Errorf("read the commit of %s: %w", source[1], err)
		}
		fmt.Printf("#   %s: %s", source[0], out)
	}
	fmt.Println("#\n# Columns: command; error; paragraphs")
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		fmt.Printf("%s\t%d\n", key, counts[key])
	}
	return nil
}

func countPage(counts map[string]int, text string) {
	codes := map[string]int{}
	for _, section := range errorsPattern.FindAllStringSubmatch(text, -1) {
		for _, p := range paragraphPattern.FindAllStringSubmatch(section[1], -1) {
			if m := codePattern.FindStringSubmatch(strings.ReplaceAll(p[1], "INVLALID", "INVALID")); m != nil {
				codes[m[1]]++
			}
		}
	}
	for _, m := range functionPattern.FindAllStringSubmatch(text, -1) {
		if len(codes) == 0 {
			counts[m[1]+"\t-"] = 0
		}
		for code, n := range codes {
			counts[m[1]+"\t"+code] = n
		}
	}
}
