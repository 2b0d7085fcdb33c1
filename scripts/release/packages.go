package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	"github.com/goreleaser/nfpm/v2/rpm"
)

// What all packages say about the program.
const (
	homepage    = "https://github.com/gleslayergen/gleslayergen"
	license     = "Apache-2.0"
	summary     = "Generator of OpenGL ES layers for Android"
	maintainer  = "gleslayergen authors <gleslayergen@users.noreply.github.com>"
	description = summary + `
gleslayergen generates layers: shared libraries between an app and its
driver that intercept EGL and OpenGL ES functions. It also records calls,
shows recordings in a browser, and replays them.`
)

// installed maps files of an archive to their places in a package. The first prefix that matches applies. The program is
// beside the layers for devices; a link in /usr/bin leads to it.
var installed = []struct{ prefix, dir, name string }{
	{"gleslayergen", "/usr/lib/gleslayergen", ""},
	{"recorder/", "/usr/lib/gleslayergen/recorder", ""},
	{"modules/", "/usr/lib/gleslayergen/modules", ""},
	{"man/man1/", "/usr/share/man/man1", ""},
	{"completions/gleslayergen.bash", "/usr/share/bash-completion/completions", "gleslayergen"},
	{"completions/_gleslayergen", "/usr/share/zsh/vendor-completions", "_gleslayergen"},
	{"completions/gleslayergen.fish", "/usr/share/fish/vendor_completions.d", "gleslayergen.fish"},
	{"completions/", "", ""}, // of PowerShell
	{"LICENSES", "/usr/share/doc/gleslayergen", "copyright"},
	{"LICENSE", "", ""}, // part of LICENSES
	{"", "/usr/share/doc/gleslayergen", ""},
}

// place returns where a package installs a file of an archive, or "" if it does not.
func place(name string) string {
	for _, in := range installed {
		rest, ok := strings.CutPrefix(name, in.prefix)
		switch {
		case !ok:
			continue
		case in.dir == "":
			return ""
		case in.name != "":
			return path.Join(in.dir, in.name)
		case strings.HasSuffix(in.prefix, "/"):
			return path.Join(in.dir, rest)
		}
		return path.Join(in.dir, name)
	}
	return ""
}

// kinds are the kinds of packages, each with the packages that layers for this machine need to be built.
var kinds = []struct {
	name string
	nfpm.Packager
	recommends []string
}{
	{"deb", deb.Default, []string{"gcc", "libc6-dev", "make"}},
	{"rpm", rpm.DefaultRPM, []string{"gcc", "glibc-devel", "make"}},
}

// packages makes packages for the Linux distributions.
func (r *release) packages(programs []program, shared []file) (jobs []job) {
	for _, p := range programs {
		for _, kind := range kinds {
			if p.os == "linux" {
				jobs = append(jobs, func() (string, []byte, error) {
					return r.pack(kind.name, kind.Packager, kind.recommends, p, shared)
				})
			}
		}
	}
	return jobs
}

func (r *release) pack(kind string, packager nfpm.Packager, recommends []string, p program, shared []file) (name string, content []byte, err error) {
	contents, err := r.contents(append([]file{p.file}, shared...))
	if err != nil {
		return kind, nil, err
	}
	info := nfpm.WithDefaults(&nfpm.Info{
		Name: "gleslayergen", Arch: p.arch, Platform: "linux", Version: packageVersion(r.version), VersionSchema: "none",
		Section: "devel", Priority: "optional", Maintainer: maintainer, Homepage: homepage, License: license,
		Description: description, MTime: r.time, DisableGlobbing: true,
		Overridables: nfpm.Overridables{Contents: contents, Recommends: recommends,
			RPM: nfpm.RPM{Summary: summary, Compression: "gzip", BuildHost: "localhost"}},
	})
	if err := nfpm.PrepareForPackager(info, kind); err != nil {
		return kind, nil, err
	}
	var b bytes.Buffer
	err = packager.Package(info, &b)
	return fileVersion(packager.ConventionalFileName(info)), b.Bytes(), err
}

var semver = regexp.MustCompile(`^v?(\d+\.\d+\.\d+)(-[0-9A-Za-z.]+)?$`)

// packageVersion returns a version for packages. A version that is not a release is older than all releases.
func packageVersion(version string) string {
	if m := semver.FindStringSubmatch(version); m != nil {
		return m[1] + strings.Replace(m[2], "-", "~", 1)
	}
	return "0~" + regexp.MustCompile(`[^0-9A-Za-z.]`).ReplaceAllString(version, ".")
}

// fileVersion returns a version or a name as a name of a file of the release: GitHub changes a "~" to a period.
func fileVersion(version string) string { return strings.ReplaceAll(version, "~", ".") }

// contents writes the files of a package below the directory for temporary files, and returns where they are installed.
func (r *release) contents(all []file) (files.Contents, error) {
	dir, err := os.MkdirTemp(r.work, "package-")
	if err != nil {
		return nil, err
	}
	contents := files.Contents{{Source: "/usr/lib/gleslayergen/gleslayergen", Destination: "/usr/bin/gleslayergen", Type: files.TypeSymlink,
		FileInfo: &files.ContentFileInfo{MTime: r.time}}}
	for _, f := range all {
		to := place(f.name)
		if to == "" {
			continue
		}
		content := f.content
		if strings.HasPrefix(to, "/usr/share/man/") {
			if content, err = gzipped(content); err != nil {
				return nil, err
			}
			to += ".gz"
		}
		from := filepath.Join(dir, strings.ReplaceAll(to, "/", "_"))
		if err := os.WriteFile(from, content, 0o600); err != nil {
			return nil, err
		}
		contents = append(contents, &files.Content{Source: from, Destination: to, FileInfo: &files.ContentFileInfo{Mode: f.mode, MTime: r.time}})
	}
	return contents, nil
}

func gzipped(content []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = z.Write(content)
	err = errors.Join(err, z.Close())
	return b.Bytes(), err
}
