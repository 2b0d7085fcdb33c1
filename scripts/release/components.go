package main

import (
	"bytes"
	"cmp"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// component is a module whose code the programs contain, or Go's standard library.
type component struct {
	module, version string
	license         string // SPDX expression
	texts           []file // its licenses and notices
}

// standardLibrary is the name of the component of Go itself.
const standardLibrary = "std"

// components returns what the programs contain besides the sources of this repository. It fails if a license is unknown.
func (r *release) components(programs []program) ([]component, error) {
	versions := map[string]string{standardLibrary: strings.TrimPrefix(runtime.Version(), "go")}
	for _, p := range programs {
		info, err := buildinfo.ReadFile(p.path)
		if err != nil {
			return nil, err
		}
		for _, m := range info.Deps {
			versions[m.Path] = m.Version
		}
	}
	dirs, err := r.moduleDirs()
	if err != nil {
		return nil, err
	}
	goroot, err := r.goOutput("env", "GOROOT")
	if err != nil {
		return nil, err
	}
	var all []component
	for module, version := range versions {
		c := component{module: module, version: version}
		dir := dirs[module]
		if module == standardLibrary {
			dir = goroot
		}
		if c.texts, err = licenseFiles(dir); err != nil {
			return nil, fmt.Errorf("module %s: %w", module, err)
		}
		if c.license, err = spdx(c.texts); err != nil {
			return nil, fmt.Errorf("module %s %s: %w", module, version, err)
		}
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b component) int { return cmp.Compare(a.module, b.module) })
	return all, nil
}

// moduleDirs returns the directories of all modules.
func (r *release) moduleDirs() (map[string]string, error) {
	out, err := r.goOutput("list", "-m", "-json", "all")
	if err != nil {
		return nil, err
	}
	dirs := map[string]string{}
	for d := json.NewDecoder(strings.NewReader(out)); d.More(); {
		var m struct{ Path, Dir string }
		if err := d.Decode(&m); err != nil {
			return nil, err
		}
		dirs[m.Path] = m.Dir
	}
	return dirs, nil
}

// goOutput returns what the go command prints in the directory of the sources.
func (r *release) goOutput(args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env, cmd.Stderr = r.root, append(os.Environ(), "GOWORK=off"), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%q: %w", cmd.Args, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// licenseFiles returns the license and notice files of a directory, sorted by name.
func licenseFiles(dir string) ([]file, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var texts []file
	for _, e := range entries {
		upper := strings.ToUpper(e.Name())
		if !e.Type().IsRegular() || !slices.ContainsFunc([]string{"LICENSE", "LICENCE", "COPYING", "NOTICE"}, func(p string) bool { return strings.HasPrefix(upper, p) }) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		texts = append(texts, file{e.Name(), 0o644, text})
	}
	if len(texts) == 0 {
		return nil, fmt.Errorf("no license file in %s", dir)
	}
	return texts, nil
}

// phrases identify the licenses that may be in the program: each phrase of a license must be in its text, without line breaks.
// These licenses allow to pass the program on if their texts go with it.
var phrases = []struct {
	id   string
	all  []string
	none string // a phrase that only a longer license has
}{
	{"Apache-2.0", []string{"Apache License Version 2.0, January 2004"}, ""},
	{"MIT", []string{"Permission is hereby granted, free of charge, to any person obtaining a copy", "The above copyright notice and this permission notice"}, ""},
	{"BSD-3-Clause", []string{"Redistribution and use in source and binary forms", "be used to endorse or promote products derived from"}, ""},
	{"BSD-2-Clause", []string{"Redistribution and use in source and binary forms", "Redistributions in binary form must reproduce"}, "be used to endorse or promote"},
}

// spdx returns the licenses in texts as an expression. It fails if a license file has none of the known ones.
func spdx(texts []file) (string, error) {
	var ids []string
	for _, f := range texts {
		text, known := strings.Join(strings.Fields(string(f.content)), " "), false
		for _, l := range phrases {
			if slices.ContainsFunc(l.all, func(p string) bool { return !strings.Contains(text, p) }) || l.none != "" && strings.Contains(text, l.none) {
				continue
			}
			if known = true; !slices.Contains(ids, l.id) {
				ids = append(ids, l.id)
			}
		}
		if !known && !strings.HasPrefix(strings.ToUpper(f.name), "NOTICE") {
			return "", fmt.Errorf("%s: unknown license: read it, and add its phrases to scripts/release/components.go if the program may contain code with it", f.name)
		}
	}
	if len(ids) == 0 {
		return "", fmt.Errorf("only a notice, and no license")
	}
	return strings.Join(ids, " AND "), nil
}

// licenseTexts returns the licenses of the program and of all components as one text.
func licenseTexts(all []component) []byte {
	var b bytes.Buffer
	b.WriteString("gleslayergen is licensed under Apache-2.0; the file LICENSE has its text. The program contains the following modules.\n")
	for _, c := range all {
		for _, f := range c.texts {
			fmt.Fprintf(&b, "\n%s\n%s %s (%s): %s\n\n%s\n", strings.Repeat("-", 80), c.module, c.version, c.license, f.name, bytes.TrimSpace(f.content))
		}
	}
	return b.Bytes()
}
