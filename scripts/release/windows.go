package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
)

// wingetPackage is the identifier of the package for winget, and the beginning of the names of its manifests.
const wingetPackage = "gleslayergen.gleslayergen"

// windowsArchive is an archive for Windows. Dir is the directory in it.
type windowsArchive struct{ Arch, Dir, URL, SHA256 string }

func (r *release) windowsArchives(out map[string][]byte) (all []windowsArchive) {
	for _, p := range platforms() {
		if p.os != "windows" {
			continue
		}
		dir := fmt.Sprintf("gleslayergen-%s-%s-%s", r.version, p.os, p.arch)
		all = append(all, windowsArchive{p.arch, dir, r.downloads(dir + ".zip"), fmt.Sprintf("%x", sha256.Sum256(out[dir+".zip"]))})
	}
	return all
}

// winget adds the three manifests for winget: of the version, the installers and the default locale.
func (r *release) winget(out map[string][]byte) error {
	data := struct {
		Package, Version, Summary, Description, Homepage, License, Tag, Notes string
		Archives                                                              []windowsArchive
	}{wingetPackage, strings.TrimPrefix(r.version, "v"), summary, strings.ReplaceAll(strings.TrimPrefix(description, summary+"\n"), "\n", " "), homepage, license, r.version,
		homepage + "/releases/tag/" + r.version, r.windowsArchives(out)}
	for i := range data.Archives {
		if data.Archives[i].Arch == "amd64" {
			data.Archives[i].Arch = "x64"
		}
		data.Archives[i].SHA256 = strings.ToUpper(data.Archives[i].SHA256)
	}
	for _, part := range []string{"", ".installer", ".locale.en-US"} {
		if err := r.render(out, wingetPackage+part+".yaml", data); err != nil {
			return err
		}
	}
	return nil
}

// The parts of a Scoop manifest.
type (
	scoopManifest struct {
		Version      string                       `json:"version"`
		Description  string                       `json:"description"`
		Homepage     string                       `json:"homepage"`
		License      string                       `json:"license"`
		Architecture map[string]scoopArchitecture `json:"architecture"`
		Bin          string                       `json:"bin"`
	}
	scoopArchitecture struct {
		URL        string `json:"url"`
		Hash       string `json:"hash"`
		ExtractDir string `json:"extract_dir"`
	}
)

// scoop adds the manifest for Scoop.
func (r *release) scoop(out map[string][]byte) error {
	m := scoopManifest{strings.TrimPrefix(r.version, "v"), summary, homepage, license, map[string]scoopArchitecture{}, "gleslayergen.exe"}
	for _, a := range r.windowsArchives(out) {
		arch := a.Arch
		if arch == "amd64" {
			arch = "64bit"
		}
		m.Architecture[arch] = scoopArchitecture{a.URL, a.SHA256, a.Dir}
	}
	text, err := json.MarshalIndent(m, "", "    ")
	out["gleslayergen.json"] = append(text, '\n')
	return err
}
