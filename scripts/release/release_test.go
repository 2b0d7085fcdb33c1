package main

import (
	"archive/zip"
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"aead.dev/minisign"
	"github.com/CycloneDX/cyclonedx-go"
	"github.com/goccy/go-yaml"
)

// newRelease returns a release of a small program for Linux, and its files.
func newRelease(t *testing.T) (*release, []program, []file) {
	t.Helper()
	r := &release{version: "v1.2.3", time: time.Unix(1700000000, 0).UTC(), root: "../..", work: t.TempDir(), commit: strings.Repeat("ab", 20)}
	shared := []file{
		{"LICENSE", 0o644, []byte("license\n")}, {"LICENSES", 0o644, []byte("licenses\n")}, {"CHANGELOG.md", 0o644, []byte("changes\n")},
		{"man/man1/gleslayergen.1", 0o644, []byte(".TH x\n")}, {"recorder/SOURCES", 0o644, []byte("hash\n")},
		{"recorder/arm64-v8a/libgltrace.so", 0o644, []byte("layer\n")},
		{"modules/SOURCES", 0o644, []byte("hash\n")}, {"modules/arm64-v8a/libglmodules.so", 0o644, []byte("modules\n")},
		{"completions/gleslayergen.bash", 0o644, nil}, {"completions/_gleslayergen", 0o644, nil},
		{"completions/gleslayergen.fish", 0o644, nil}, {"completions/gleslayergen.ps1", 0o644, nil},
	}
	var programs []program
	for _, p := range platforms() {
		name := "gleslayergen"
		if p.os == "windows" {
			name += ".exe"
		}
		programs = append(programs, program{platform: p, file: file{name, 0o755, []byte("#!/bin/sh\necho " + p.os + p.arch + "\n")}})
	}
	return r, programs, shared
}

// makeFiles returns the archives and packages of newRelease.
func makeFiles(t *testing.T) (*release, map[string][]byte) {
	t.Helper()
	r, programs, shared := newRelease(t)
	jobs := append(r.packages(programs, shared), r.aar(shared), r.injectAAR(), r.gradle())
	for _, p := range programs {
		jobs = append(jobs, r.archive(p, shared))
	}
	files, err := runAll(jobs)
	if err != nil {
		t.Fatal(err)
	}
	return r, files
}

func output(t *testing.T, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	var messages bytes.Buffer
	cmd.Stderr = &messages
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %q: %v (a missing program: make deps)\n%s%s", program, args, err, out, &messages)
	}
	return string(out)
}

// want has the files of a package.
var want = []string{
	"/usr/bin/gleslayergen",
	"/usr/lib/gleslayergen/gleslayergen",
	"/usr/lib/gleslayergen/modules/SOURCES",
	"/usr/lib/gleslayergen/modules/arm64-v8a/libglmodules.so",
	"/usr/lib/gleslayergen/recorder/SOURCES",
	"/usr/lib/gleslayergen/recorder/arm64-v8a/libgltrace.so",
	"/usr/share/bash-completion/completions/gleslayergen",
	"/usr/share/doc/gleslayergen/CHANGELOG.md",
	"/usr/share/doc/gleslayergen/copyright",
	"/usr/share/fish/vendor_completions.d/gleslayergen.fish",
	"/usr/share/man/man1/gleslayergen.1.gz",
	"/usr/share/zsh/vendor-completions/_gleslayergen",
}

// below returns the files below a directory, as paths from it.
func below(t *testing.T, root string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			all = append(all, strings.TrimPrefix(path, root))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestDeb installs the package for this machine below a directory with dpkg, runs the program, and removes the package again.
func TestDeb(t *testing.T) {
	_, files := makeFiles(t)
	root := t.TempDir()
	deb := filepath.Join(t.TempDir(), "gleslayergen.deb")
	for _, dir := range []string{"updates", "info"} {
		if err := os.MkdirAll(filepath.Join(root, "var/lib/dpkg", dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	arch := strings.TrimSpace(output(t, "dpkg", "--print-architecture"))
	for name, content := range map[string][]byte{deb: files["gleslayergen_1.2.3_"+arch+".deb"], filepath.Join(root, "var/lib/dpkg/status"): nil} {
		if err := os.WriteFile(name, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	dpkg := func(args ...string) string {
		t.Helper()
		args = append([]string{"dpkg", "--root=" + root, "--log=/dev/null"}, args...)
		if os.Geteuid() != 0 {
			args = append([]string{"unshare", "--map-root-user"}, args...)
		}
		return output(t, args[0], args[1:]...)
	}
	dpkg("--install", deb)
	if got := below(t, filepath.Join(root, "usr")); !slices.Equal(got, trimmed(want)) {
		t.Errorf("installed: %q", got)
	}
	link, err := os.Readlink(filepath.Join(root, "usr/bin/gleslayergen"))
	if err != nil || !strings.HasPrefix(link, "/usr/lib/") || output(t, filepath.Join(root, link)) != "linux"+arch+"\n" {
		t.Errorf("the program: %q, %v", link, err)
	}
	if out := dpkg("--verify", "gleslayergen"); out != "" {
		t.Errorf("dpkg --verify: %s", out)
	}
	dpkg("--purge", "gleslayergen")
	if _, err := os.Stat(filepath.Join(root, "usr")); err == nil {
		t.Errorf("left after the removal: %q", below(t, filepath.Join(root, "usr")))
	}
}

func trimmed(paths []string) (all []string) {
	for _, p := range paths {
		all = append(all, strings.TrimPrefix(p, "/usr"))
	}
	return all
}

// TestRPM checks the files and the header of the other package.
func TestRPM(t *testing.T) {
	_, files := makeFiles(t)
	path := filepath.Join(t.TempDir(), "gleslayergen.rpm")
	if err := os.WriteFile(path, files["gleslayergen-1.2.3-1.x86_64.rpm"], 0o644); err != nil {
		t.Fatal(err)
	}
	if got := strings.Fields(output(t, "rpm", "-qlp", path)); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := output(t, "rpm", "-qp", "--queryformat", "%{NAME} %{VERSION} %{ARCH} %{LICENSE} %{BUILDTIME}", path); got != "gleslayergen 1.2.3 x86_64 Apache-2.0 1700000000" {
		t.Error(got)
	}
	output(t, "rpm", "--checksig", "--nosignature", path)
}

// TestSameBytes checks that archives and packages do not depend on the time and the place of the build.
func TestSameBytes(t *testing.T) {
	_, first := makeFiles(t)
	_, second := makeFiles(t)
	if len(first) != 13 {
		t.Errorf("%d files", len(first))
	}
	for name, content := range first {
		if !bytes.Equal(content, second[name]) {
			t.Errorf("%s differs", name)
		}
	}
}

// TestAAR checks that the Android library has each layer for Gradle and for prefab, with a description.
func TestAAR(t *testing.T) {
	_, files := makeFiles(t)
	content := files["gleslayers-1.2.3.aar"]
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) []byte {
		t.Helper()
		text, err := fs.ReadFile(z, name)
		if err != nil {
			t.Error(err)
		}
		return text
	}
	for name, want := range map[string]string{"gltrace": "layer\n", "glmodules": "modules\n"} {
		for _, path := range []string{"jni/arm64-v8a/lib" + name + ".so", "prefab/modules/" + name + "/libs/android.arm64-v8a/lib" + name + ".so"} {
			if got := read(path); string(got) != want {
				t.Errorf("%s: %q", path, got)
			}
		}
	}
	for name, want := range map[string]string{
		"prefab/prefab.json":                                       "gleslayers",
		"prefab/modules/gltrace/module.json":                       "libgltrace",
		"prefab/modules/glmodules/module.json":                     "libglmodules",
		"prefab/modules/gltrace/libs/android.arm64-v8a/abi.json":   "arm64-v8a",
		"prefab/modules/glmodules/libs/android.arm64-v8a/abi.json": "arm64-v8a",
	} {
		var object map[string]any
		if err := json.Unmarshal(read(name), &object); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !slices.Contains(slices.Collect(maps.Values(object)), any(want)) {
			t.Errorf("%s: %v", name, object)
		}
	}
	var manifest struct {
		SDK struct {
			Min string `xml:"minSdkVersion,attr"`
		} `xml:"uses-sdk"`
	}
	if err := xml.Unmarshal(read("AndroidManifest.xml"), &manifest); err != nil || manifest.SDK.Min != "21" {
		t.Errorf("%+v, %v", manifest, err)
	}
	jar := read("classes.jar")
	if _, err := zip.NewReader(bytes.NewReader(jar), int64(len(jar))); err != nil {
		t.Errorf("classes.jar: %v", err)
	}
}

// TestInjectAAR checks that the manifest of the second library has the entry that the manifest merger copies to the app, and that the
// first one does not.
func TestInjectAAR(t *testing.T) {
	_, files := makeFiles(t)
	for name, want := range map[string]int{"gleslayers-inject-1.2.3.aar": 1, "gleslayers-1.2.3.aar": 0} {
		z, err := zip.NewReader(bytes.NewReader(files[name]), int64(len(files[name])))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		text, err := fs.ReadFile(z, "AndroidManifest.xml")
		if err != nil {
			t.Fatal(err)
		}
		var manifest struct {
			Package string `xml:"package,attr"`
			Entries []struct {
				Name  string `xml:"http://schemas.android.com/apk/res/android name,attr"`
				Value string `xml:"http://schemas.android.com/apk/res/android value,attr"`
			} `xml:"application>meta-data"`
		}
		if err := xml.Unmarshal(text, &manifest); err != nil || len(manifest.Entries) != want {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		for _, e := range manifest.Entries {
			if e.Name != "com.android.graphics.injectLayers.enable" || e.Value != "true" || manifest.Package != "gleslayers.inject" {
				t.Errorf("%s", text)
			}
		}
	}
}

// TestGradleScript checks the name of the script for Gradle and the version in it, and that docs/android.md lists its options and uses
// no others.
func TestGradleScript(t *testing.T) {
	_, files := makeFiles(t)
	script := string(files["gleslayers-1.2.3.gradle"])
	if !strings.Contains(script, "Version 1.2.3 of") || !strings.Contains(script, "gleslayers-1.2.3.aar") || strings.Contains(script, "@") {
		t.Errorf("the version is not in the script:\n%s", script)
	}
	list := regexp.MustCompile(`(?m)^    def options = \[(.+)\]$`).FindStringSubmatch(script)
	if list == nil {
		t.Fatal("no list of options")
	}
	options := strings.Split(strings.ReplaceAll(list[1], "'", ""), ", ")
	section := gradleDocs(t)
	var rows []string
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\|").FindAllStringSubmatch(section, -1) {
		rows = append(rows, m[1])
	}
	if !slices.Equal(rows, options) {
		t.Errorf("docs/android.md lists the options %q, want %q", rows, options)
	}
	calls := regexp.MustCompile(`(?m)^gleslayers.*$`).FindAllString(section, -1)
	if len(calls) != 3 {
		t.Errorf("docs/android.md has %d calls, want one for debug builds in each language, and one for builds of a type of their own", len(calls))
	}
	for _, call := range calls {
		for _, m := range regexp.MustCompile(`(\w+):|"(\w+)" to`).FindAllStringSubmatch(call, -1) {
			if !slices.Contains(options, m[1]+m[2]) {
				t.Errorf("docs/android.md: %s: no option %s", call, m[1]+m[2])
			}
		}
	}
	if releases := docs(t, "releases.md"); !strings.Contains(releases, "| `gleslayers-VERSION.gradle` |") {
		t.Error("docs/releases.md does not list the script")
	}
}

// gradleDocs returns the section of docs/android.md about Gradle.
func gradleDocs(t *testing.T) string {
	t.Helper()
	_, section, found := strings.Cut(docs(t, "android.md"), "\n### Put layers into debug builds with Gradle\n")
	if !found {
		t.Fatal("docs/android.md: no section about Gradle")
	}
	section, _, _ = strings.Cut(section, "\n### ")
	return section
}

func docs(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../docs", page))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestPackageVersion(t *testing.T) {
	for version, want := range map[string]string{"v1.2.3": "1.2.3", "1.2.3": "1.2.3", "v1.0.0-rc.1": "1.0.0~rc.1", "v1.0.0-3-gabc": "0~v1.0.0.3.gabc", "abc-dirty": "0~abc.dirty"} {
		if got := packageVersion(version); got != want {
			t.Errorf("%s: %s", version, got)
		}
	}
}

// brew is the part of Homebrew that formulas use: it prints each archive with its system, and checks that methods and paths exist.
const brew = `
class Formula
  %w[desc homepage version license].each { |n| define_singleton_method(n) { |v| raise n if v.empty? } }
  %w[on_macos on_linux on_arm on_intel].each { |n| define_singleton_method(n) { |&b| (@at ||= []).push(n); b.call; @at.pop } }
  def self.url(v) = @url = v
  def self.sha256(v) = puts((@at + [@url, v]).join(" "))
  def self.test; raise("test") unless block_given?; end
end
load ARGV[0]
raise "install" unless Gleslayergen.method_defined?(:install)
`

// TestFormula runs the formula with that.
func TestFormula(t *testing.T) {
	r, files := makeFiles(t)
	if err := r.formula(files); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "gleslayergen.rb")
	if err := os.WriteFile(path, files["gleslayergen.rb"], 0o644); err != nil {
		t.Fatal(err)
	}
	output(t, "ruby", "-wc", path)
	var lines []string
	for system, name := range map[string]string{
		"on_macos on_arm": "darwin-arm64", "on_macos on_intel": "darwin-amd64", "on_linux on_arm": "linux-arm64", "on_linux on_intel": "linux-amd64",
	} {
		archive := "gleslayergen-v1.2.3-" + name + ".tar.gz"
		lines = append(lines, fmt.Sprintf("%s %s/releases/download/v1.2.3/%s %x", system, homepage, archive, sha256.Sum256(files[archive])))
	}
	slices.Sort(lines)
	got := strings.Split(strings.TrimSpace(output(t, "ruby", "-e", brew, path)), "\n")
	if slices.Sort(got); !slices.Equal(got, lines) {
		t.Errorf("%q\nwant\n%q", got, lines)
	}
}

// TestScoop checks the fields that Scoop reads, and that the archives have the directories and the program.
func TestScoop(t *testing.T) {
	r, files := makeFiles(t)
	if err := r.scoop(files); err != nil {
		t.Fatal(err)
	}
	var m scoopManifest
	d := json.NewDecoder(bytes.NewReader(files["gleslayergen.json"]))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^[\w\-.+_]+$`).MatchString(m.Version) || m.Version != "1.2.3" || m.License != license || m.Homepage != homepage || len(m.Architecture) != 2 {
		t.Errorf("%+v", m)
	}
	for arch, name := range map[string]string{"64bit": "amd64", "arm64": "arm64"} {
		a := m.Architecture[arch]
		checkWindows(t, files, name, a.URL, a.Hash, a.ExtractDir+"/"+m.Bin)
	}
}

// checkWindows checks the URL, the hash and the path of the program of an archive for Windows.
func checkWindows(t *testing.T, files map[string][]byte, arch, url, hash, program string) {
	t.Helper()
	archive := "gleslayergen-v1.2.3-windows-" + arch + ".zip"
	content := files[archive]
	if want := homepage + "/releases/download/v1.2.3/" + archive; url != want {
		t.Errorf("%s: URL %q, want %q", arch, url, want)
	}
	if want := fmt.Sprintf("%x", sha256.Sum256(content)); !strings.EqualFold(hash, want) {
		t.Errorf("%s: hash %s, want %s", arch, hash, want)
	}
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fs.Stat(z, program); err != nil {
		t.Errorf("%s: %v", arch, err)
	}
}

// wingetSchemas has the patterns of the fields that the schemas of winget require, and of those that the manifests have in addition.
var wingetSchemas = map[string]map[string]string{
	"":           {"DefaultLocale": `^en-US$`, "ManifestType": "^version$"},
	".installer": {"InstallerType": "^zip$", "NestedInstallerType": "^portable$", "Installers": "^$", "ManifestType": "^installer$"},
	".locale.en-US": {"PackageLocale": "^en-US$", "Publisher": "^.{2,256}$", "PublisherUrl": "^https://", "PublisherSupportUrl": "^https://.+/issues$", "PackageName": "^.{2,256}$",
		"PackageUrl": "^https://", "License": "^.{3,512}$", "LicenseUrl": "^https://.+/v1.2.3/LICENSE$", "ShortDescription": "^.{3,256}$", "Description": "^.{3,1000}$",
		"Moniker": "^.{1,40}$", "Tags": "^$", "ReleaseNotesUrl": "^https://.+/v1.2.3$", "ManifestType": "^defaultLocale$"},
}

// TestWinget checks the manifests against the rules of the schemas of winget, and the URLs and hashes of the archives.
func TestWinget(t *testing.T) {
	r, files := makeFiles(t)
	if err := r.winget(files); err != nil {
		t.Fatal(err)
	}
	for part, schema := range wingetSchemas {
		name := wingetPackage + part + ".yaml"
		var fields map[string]any
		if err := yaml.Unmarshal(files[name], &fields); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		rules := map[string]string{"PackageIdentifier": `^[^.\s]{1,32}(\.[^.\s]{1,32}){1,7}$`, "PackageVersion": `^1\.2\.3$`, "ManifestVersion": `^1\.10\.0$`}
		maps.Copy(rules, schema)
		for field, rule := range rules {
			text, _ := fields[field].(string)
			if fields[field] == nil || !regexp.MustCompile(rule).MatchString(text) {
				t.Errorf("%s: %s is %v, want %s", name, field, fields[field], rule)
			}
		}
		for field := range fields {
			if rules[field] == "" {
				t.Errorf("%s: the schema has no rule for %s", name, field)
			}
		}
	}
	var m struct {
		Installers []struct {
			Architecture    string `yaml:"Architecture"`
			InstallerURL    string `yaml:"InstallerUrl"`
			InstallerSha256 string `yaml:"InstallerSha256"`
			Files           []struct {
				Path  string `yaml:"RelativeFilePath"`
				Alias string `yaml:"PortableCommandAlias"`
			} `yaml:"NestedInstallerFiles"`
		} `yaml:"Installers"`
	}
	if err := yaml.Unmarshal(files[wingetPackage+".installer.yaml"], &m); err != nil {
		t.Fatal(err)
	}
	var arches []string
	for _, i := range m.Installers {
		arches = append(arches, i.Architecture)
		if !regexp.MustCompile(`^[A-F0-9]{64}$`).MatchString(i.InstallerSha256) || len(i.Files) != 1 || i.Files[0].Alias != "gleslayergen" {
			t.Fatalf("%+v", i)
		}
		checkWindows(t, files, strings.ReplaceAll(i.Architecture, "x64", "amd64"), i.InstallerURL, i.InstallerSha256, strings.ReplaceAll(i.Files[0].Path, `\`, "/"))
	}
	if !slices.Equal(arches, []string{"x64", "arm64"}) {
		t.Errorf("architectures: %q", arches)
	}
}

// TestDockerfile checks that the image installs a package that the release has, and only packages that the tests of this repository
// use.
func TestDockerfile(t *testing.T) {
	r, files := makeFiles(t)
	if err := r.dockerfile(files); err != nil {
		t.Fatal(err)
	}
	text := string(files["Dockerfile"])
	copied := regexp.MustCompile(`(?m)^COPY (\S+) /tmp/$`).FindStringSubmatch(text)
	if copied == nil {
		t.Fatal(text)
	}
	for _, arch := range []string{"amd64", "arm64"} {
		if name := strings.ReplaceAll(copied[1], "${TARGETARCH}", arch); files[name] == nil {
			t.Errorf("the release has no file %s", name)
		}
	}
	table, err := os.ReadFile("../deps.tsv")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?s)\.deb \\\n(.*?) \\\n`).FindStringSubmatch(text)
	for _, name := range strings.Fields(list[1]) {
		if !bytes.Contains(table, []byte("\n"+name+"\t")) {
			t.Errorf("scripts/deps.tsv has no package %s", name)
		}
	}
}

// TestSign checks the signature with the program minisign.
func TestSign(t *testing.T) {
	public, private, err := minisign.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := private.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	checkSignature(t, public, key)
	if sign, err := (&release{}).signer(); sign != nil || err != nil {
		t.Errorf("without a key: %v", err)
	}
}

// checkSignature signs checksums with a key, and verifies them.
func checkSignature(t *testing.T, public minisign.PublicKey, key []byte) {
	t.Helper()
	dir := t.TempDir()
	r := &release{version: "v1.2.3", time: time.Unix(1700000000, 0), key: filepath.Join(dir, "key")}
	if err := os.WriteFile(r.key, key, 0o600); err != nil {
		t.Fatal(err)
	}
	sign, err := r.signer()
	if err != nil {
		t.Fatal(err)
	}
	sums := []byte("abc  file\n")
	signature := sign(sums)
	if !bytes.Equal(signature, sign(sums)) {
		t.Error("two signatures of the same release differ")
	}
	path := filepath.Join(dir, "SHA256SUMS")
	for name, content := range map[string][]byte{path: sums, path + ".minisig": signature} {
		if err := os.WriteFile(name, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out := output(t, "minisign", "-Vm", path, "-P", public.String()); !strings.Contains(out, "gleslayergen v1.2.3") {
		t.Error(out)
	}
	if err := os.WriteFile(path, []byte("abd  file\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command("minisign", "-Vm", path, "-P", public.String()).Run(); err == nil {
		t.Error("other checksums have the same signature")
	}
}

// TestComponents checks the licenses of all modules in the program, that docs/dependencies.md names the license of each direct
// dependency, and the bill of materials.
func TestComponents(t *testing.T) {
	r, _, _ := newRelease(t)
	p, err := r.build(platform{"linux", "amd64"})
	if err != nil {
		t.Fatal(err)
	}
	parts, err := r.components([]program{p})
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	byModule := map[string]component{}
	for _, c := range parts {
		byModule[c.module] = c
		row := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(c.module) + ` \| .*$`).FindString(string(page))
		for id := range strings.SplitSeq(c.license, " AND ") {
			if row != "" && !strings.Contains(row, id) {
				t.Errorf("docs/dependencies.md does not name the license %s of %s", id, c.module)
			}
		}
		if !bytes.Contains(licenseTexts(parts), bytes.TrimSpace(c.texts[0].content)) {
			t.Errorf("the license of %s is not in LICENSES", c.module)
		}
	}
	if c := byModule["github.com/spf13/cobra"]; c.license != "Apache-2.0" || c.version == "" {
		t.Errorf("%+v", c.license)
	}
	if c := byModule["std"]; c.license != "BSD-3-Clause" {
		t.Errorf("%+v", c.license)
	}
	out, again := map[string][]byte{}, map[string][]byte{}
	if err := r.sbom(out, parts); err != nil {
		t.Fatal(err)
	}
	if err := r.sbom(again, parts); err != nil || !bytes.Equal(out["gleslayergen-v1.2.3.cdx.json"], again["gleslayergen-v1.2.3.cdx.json"]) {
		t.Errorf("two bills of the same release differ (%v)", err)
	}
	var bom cyclonedx.BOM
	if err := cyclonedx.NewBOMDecoder(bytes.NewReader(out["gleslayergen-v1.2.3.cdx.json"]), cyclonedx.BOMFileFormatJSON).Decode(&bom); err != nil {
		t.Fatal(err)
	}
	if len(*bom.Components) != len(parts) || len(*(*bom.Dependencies)[0].Dependencies) != len(parts) || !regexp.MustCompile(cyclonedxSerial).MatchString(bom.SerialNumber) {
		t.Errorf("%d components, number %s", len(*bom.Components), bom.SerialNumber)
	}
}

// cyclonedxSerial is the pattern of the schema for serial numbers.
const cyclonedxSerial = `^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`

func TestUnknownLicense(t *testing.T) {
	const bsd = "Redistribution and use in source and\nbinary forms ... Redistributions in binary form must reproduce"
	for text, want := range map[string]string{
		bsd: "BSD-2-Clause",
		bsd + " ... be used to endorse or promote products derived from": "BSD-3-Clause",
		"GNU GENERAL PUBLIC LICENSE Version 3":                           "",
	} {
		if got, err := spdx([]file{{"LICENSE", 0o644, []byte(text)}}); got != want || (err == nil) != (want != "") {
			t.Errorf("%.40q: %s, %v", text, got, err)
		}
	}
	if _, err := spdx([]file{{"NOTICE", 0o644, []byte("made by me")}}); err == nil {
		t.Error("a notice is not a license")
	}
}

// TestProvenance checks that the statement has the digest of each file, and the commit.
func TestProvenance(t *testing.T) {
	r, files := makeFiles(t)
	n := len(files)
	if err := r.findAPKTools(); err != nil {
		t.Fatal(err)
	}
	if err := r.provenance(files); err != nil {
		t.Fatal(err)
	}
	var s statement
	if err := json.Unmarshal(files["gleslayergen-v1.2.3.intoto.json"], &s); err != nil {
		t.Fatal(err)
	}
	if len(s.Subject) != n || s.Predicate.Build.Dependencies[0].Digest["gitCommit"] != r.commit || !strings.Contains(s.Predicate.Run.Builder.Version["aapt2"], "2.") {
		t.Errorf("%+v", s)
	}
	for _, f := range s.Subject {
		if want := fmt.Sprintf("%x", sha256.Sum256(files[f.Name])); f.Digest["sha256"] != want {
			t.Errorf("%s: %v", f.Name, f.Digest)
		}
	}
}
