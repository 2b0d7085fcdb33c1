package why

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/check"
	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/android/elf"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// maxRead is the maximum number of bytes of layers read in one place; larger files are not read.
const maxRead = 3 << 20

// inspectScript returns the script that lists the files of a place: one row of attributes for each file, and
// the content of the wanted files.
func (e *Evidence) inspectScript(p *Place, wanted []string, user int) string {
	var quoted []string
	for _, name := range wanted {
		quoted = append(quoted, adb.Quote(name))
	}
	if p.Archive {
		apk, inside, _ := strings.Cut(p.Dir, "!/")
		return fmt.Sprintf(`for F in %s; do [ -z "$(unzip -p %s %s/"$F" | head -c 4)" ] || printf 'in %%s\n' "$F"; done`,
			strings.Join(quoted, " "), adb.Quote(apk), adb.Quote(inside))
	}
	script := fmt.Sprintf(listScript, adb.Quote(p.Dir), strings.Join(quoted, " "), maxRead)
	if p.To != "app" {
		return "(" + script + ")"
	}
	return adb.RunAs(e.App.Package, user) + " sh -c " + adb.Quote(script) + " 2>&1"
}

// listScript lists a directory. A wanted name is listed even if it is not a regular file.
const listScript = `cd %s || exit 0
echo open
LEFT=%[3]d
for F in *.so %[2]s; do
[ -e "./$F" ] || continue
stat -L -c 'file %%a %%s %%u %%y %%F' "./$F"
printf 'name %%s\n' "$F"
printf 'path %%s\n' "$(readlink -f "./$F")"
done
for F in %[2]s; do
[ -f "./$F" ] && [ -r "./$F" ] || continue
SIZE=$(stat -L -c %%s "./$F")
[ "$SIZE" -le "$LEFT" ] || continue
LEFT=$((LEFT - SIZE))
printf 'bytes %%s\n' "$F"
base64 "./$F"
echo
done`

// fileRow matches a row of attributes: mode, size, owner, time, type. Old releases print no time zone.
var fileRow = lazyregexp.New(`^file ([0-7]{1,5}) (\d{1,18}) (\d{1,9}) (\d{4})-(\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})?)(?: [+-]\d{4})? (.*)$`)

// readPlace parses the output of inspectScript.
func (e *Evidence) readPlace(p *Place, answer string, s *device.State) {
	lines := strings.Split(strings.ReplaceAll(answer, "\r", ""), "\n")
	if p.Archive {
		for _, line := range lines {
			if name, is := strings.CutPrefix(line, "in "); is {
				p.Files = append(p.Files, File{Name: name, Path: p.Dir + "/" + name})
			}
		}
		return
	}
	opened := slices.Index(lines, "open")
	if opened < 0 {
		p.Unreadable = readFailure(p, lines)
		return
	}
	lines = lines[opened+1:]
	for i, line := range lines {
		switch word, rest, _ := strings.Cut(line, " "); word {
		case "file":
			p.addFile(line, lines[i+1:], s.Packages[e.App.Package].UID)
		case "bytes":
			e.readObject(p, rest, lines[i+1:], s)
		}
	}
}

// readFailure returns why a directory could not be read: the message of run-as, or a general one. It is empty
// for other places: few devices have the system directory, and every user can read the directories in
// /data/app.
func readFailure(p *Place, lines []string) string {
	if p.To != "app" {
		return ""
	}
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return "the app is not debuggable, or run-as fails"
}

// addFile parses a row of attributes and the two rows after it.
func (p *Place) addFile(row string, after []string, owner int) {
	m := fileRow.FindStringSubmatch(row)
	if m == nil || len(after) < 2 {
		return
	}
	name, named := strings.CutPrefix(after[0], "name ")
	real, found := strings.CutPrefix(after[1], "path ")
	if !named || !found || p.in(name) != nil {
		return
	}
	if real == "" {
		real = path.Join(p.Dir, name)
	}
	p.Files = append(p.Files, File{Name: name, Path: real, Mode: m[1], OwnedByApp: m[3] == itoa(owner), Changed: m[5],
		Dir: strings.Contains(m[6], "directory")})
}

// readObject parses the file in base64 that ends at the first empty line.
func (e *Evidence) readObject(p *Place, name string, lines []string, s *device.State) {
	f := p.in(name)
	if f == nil || f.Dir {
		return
	}
	end := slices.Index(lines, "")
	if end < 0 {
		return // the output was truncated
	}
	data, err := base64.StdEncoding.DecodeString(strings.Join(lines[:end], ""))
	if err != nil {
		return
	}
	o, err := elf.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		f.Damage = err.Error()
		return
	}
	f.Object = o
	own := s.Packages[e.App.Package].Libs
	for _, c := range check.Object(path.Base(name), o, check.Options{API: s.API}) {
		if c.KeepsFromLoading() && !(strings.HasPrefix(c.ID, "needed-") && p.Dir != device.SystemDir && among(o.Needed, own)) {
			f.Findings = append(f.Findings, c)
		}
	}
}

// among reports whether one of the needed libraries is the app's own. The linker finds these, but not for
// layers in the system directory (rule 1.8).
func among(gateApplies, own []string) bool {
	return slices.ContainsFunc(gateApplies, func(lib string) bool { return slices.Contains(own, lib) })
}
