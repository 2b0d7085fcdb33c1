package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/CycloneDX/cyclonedx-go"
)

// sbom adds the bill of materials: which modules the programs contain, with their licenses.
func (r *release) sbom(out map[string][]byte, parts []component) error {
	self := cyclonedx.Component{BOMRef: purl("github.com/gleslayergen/gleslayergen", r.version), Type: cyclonedx.ComponentTypeApplication, Name: "gleslayergen",
		Version: r.version, PackageURL: purl("github.com/gleslayergen/gleslayergen", r.version), Licenses: licensed(license)}
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Timestamp: r.time.Format(time.RFC3339), Component: &self}
	var refs []string
	var all []cyclonedx.Component
	for _, c := range parts {
		ref := purl(c.module, c.version)
		refs = append(refs, ref)
		all = append(all, cyclonedx.Component{BOMRef: ref, Type: cyclonedx.ComponentTypeLibrary, Name: c.module, Version: c.version, PackageURL: ref,
			Scope: cyclonedx.ScopeRequired, Licenses: licensed(c.license)})
	}
	bom.Components = &all
	bom.Dependencies = &[]cyclonedx.Dependency{{Ref: self.BOMRef, Dependencies: &refs}}
	text, err := json.Marshal(bom)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text) // the same release has the same number
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80
	bom.SerialNumber = fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[0:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
	var b bytes.Buffer
	e := cyclonedx.NewBOMEncoder(&b, cyclonedx.BOMFileFormatJSON).SetPretty(true)
	err = e.EncodeVersion(bom, cyclonedx.SpecVersion1_6)
	out[fmt.Sprintf("gleslayergen-%s.cdx.json", r.version)] = b.Bytes()
	return err
}

func purl(module, version string) string { return "pkg:golang/" + module + "@" + version }

func licensed(expression string) *cyclonedx.Licenses {
	if strings.Contains(expression, " ") {
		return &cyclonedx.Licenses{{Expression: expression}}
	}
	return &cyclonedx.Licenses{{License: &cyclonedx.License{ID: expression}}}
}

// The parts of an in-toto statement with SLSA provenance, version 1.
type (
	statement struct {
		Type          string     `json:"_type"`
		Subject       []resource `json:"subject"`
		PredicateType string     `json:"predicateType"`
		Predicate     predicate  `json:"predicate"`
	}
	resource struct {
		Name   string            `json:"name,omitempty"`
		URI    string            `json:"uri,omitempty"`
		Digest map[string]string `json:"digest,omitempty"`
	}
	predicate struct {
		Build buildDefinition `json:"buildDefinition"`
		Run   runDetails      `json:"runDetails"`
	}
	buildDefinition struct {
		Type         string            `json:"buildType"`
		Parameters   map[string]string `json:"externalParameters"`
		Dependencies []resource        `json:"resolvedDependencies"`
	}
	runDetails struct {
		Builder builder `json:"builder"`
	}
	builder struct {
		ID      string            `json:"id"`
		Version map[string]string `json:"version"`
	}
)

// provenance adds a statement of which commit and which tools the files were built from. Its signature is that of the checksums.
func (r *release) provenance(out map[string][]byte) error {
	s := statement{Type: "https://in-toto.io/Statement/v1", PredicateType: "https://slsa.dev/provenance/v1"}
	for _, name := range slices.Sorted(maps.Keys(out)) {
		s.Subject = append(s.Subject, resource{Name: name, Digest: map[string]string{"sha256": fmt.Sprintf("%x", sha256.Sum256(out[name]))}})
	}
	source := resource{URI: "git+" + homepage + "@refs/tags/" + r.version}
	if r.commit != "" {
		source.Digest = map[string]string{"gitCommit": r.commit}
	}
	versions := map[string]string{"go": runtime.Version()}
	for name, args := range map[string][]string{"clang": {"clang", "--version"}, "aapt2": {r.apkTools.Aapt, "version"}} { // they make the layers, and the manifest of their package
		var err error
		if versions[name], err = firstLine(args...); err != nil {
			return fmt.Errorf("the version of %s: %w", name, err)
		}
	}
	attributes, err := os.ReadFile(r.apkTools.Platform)
	if err != nil {
		return err
	}
	platform := resource{Name: filepath.Base(r.apkTools.Platform), Digest: map[string]string{"sha256": fmt.Sprintf("%x", sha256.Sum256(attributes))}}
	s.Predicate = predicate{
		buildDefinition{homepage + "/blob/main/docs/releases.md#build-a-release", map[string]string{"version": r.version, "time": fmt.Sprint(r.time.Unix())}, []resource{source, platform}},
		runDetails{builder{homepage + "/tree/main/scripts/release", versions}},
	}
	text, err := json.MarshalIndent(s, "", "  ")
	out[fmt.Sprintf("gleslayergen-%s.intoto.json", r.version)] = append(text, '\n')
	return err
}

// firstLine returns the first line that a program prints.
func firstLine(args ...string) (string, error) {
	out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
	line, _, _ := strings.Cut(string(out), "\n")
	return line, err
}

// downloads is where the files of a release are.
func (r *release) downloads(name string) string {
	return homepage + "/releases/download/" + path.Join(r.version, name)
}

// formula adds the Homebrew formula.
func (r *release) formula(out map[string][]byte) error {
	type source struct{ System, Arch, URL, SHA256 string }
	data := struct {
		Version, Summary, Homepage, License string
		Systems                             map[string][]source
	}{strings.TrimPrefix(r.version, "v"), summary, homepage, license, map[string][]source{}}
	arches := map[string]string{"arm64": "arm", "amd64": "intel"}
	for _, p := range platforms() {
		name := fmt.Sprintf("gleslayergen-%s-%s-%s.tar.gz", r.version, p.os, p.arch)
		if p.os == "windows" {
			continue
		}
		system := cmp.Or(map[string]string{"darwin": "macos"}[p.os], p.os)
		data.Systems[system] = append(data.Systems[system], source{system, arches[p.arch], r.downloads(name), fmt.Sprintf("%x", sha256.Sum256(out[name]))})
	}
	return r.render(out, "gleslayergen.rb", data)
}

// dockerfile adds the Dockerfile of an image for CI. It installs the package.
func (r *release) dockerfile(out map[string][]byte) error {
	return r.render(out, "Dockerfile", map[string]string{"Version": fileVersion(packageVersion(r.version)), "Homepage": homepage, "License": license})
}
