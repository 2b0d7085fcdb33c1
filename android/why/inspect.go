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

// mostRead is how many bytes of layers are read in one place. Larger ones stay unread.
const mostRead = 3 << 20

// inspectScript returns the script that lists the files of a place: a row of facts for each file, and the bytes of the
// wanted ones.
func (e *Evidence) inspectScript(p *Place, wanted []string, user int) string {
	var quoted []string
	for _, name := range wanted {
		quoted = append(quoted, adb.Quote(name))
	}
	if p.Archive {
		apk, inside, _ := strings.Cut(p.Folder, "!/")
		return fmt.Sprintf(`for F in %s; do [ -z "$(unzip -p %s %s/"$F" | head -c 4)" ] || printf 'in %%s\n' "$F"; done`,
			strings.Join(quoted, " "), adb.Quote(apk), adb.Quote(inside))
	}
	script := fmt.Sprintf(lookScript, adb.Quote(p.Folder), strings.Join(quoted, " "), mostRead)
	if p.To != "app" {
		return "(" + script + ")"
	}
	return adb.RunAs(e.App.Package, user) + " sh -c " + adb.Quote(script) + " 2>&1"
}

// lookScript looks into a folder. A file of the list is one that is there under its name, whatever it is.
const lookScript = `cd %s || exit 0
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

// fileRow is a row of facts: mode, size, owner, time, kind. Old releases write no zone behind the time.
var fileRow = lazyregexp.New(`^file ([0-7]{1,5}) (\d{1,18}) (\d{1,9}) (\d{4})-(\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})?)(?: [+-]\d{4})? (.*)$`)

// readPlace parses the output of inspectScript.
func (e *Evidence) readPlace(p *Place, answer string, s *device.State) {
	lines := strings.Split(strings.ReplaceAll(answer, "\r", ""), "\n")
	if p.Archive {
		for _, line := range lines {
			if name, is := strings.CutPrefix(line, "in "); is {
				p.Files = append(p.Files, File{Name: name, Path: p.Folder + "/" + name})
			}
		}
		return
	}
	open := slices.Index(lines, "open")
	if open < 0 {
		p.Blind = blindness(p, lines)
		return
	}
	lines = lines[open+1:]
	for i, line := range lines {
		switch word, rest, _ := strings.Cut(line, " "); word {
		case "file":
			p.addFile(line, lines[i+1:], s.Packages[e.App.Package].UID)
		case "bytes":
			e.readObject(p, rest, lines[i+1:], s)
		}
	}
}

// blindness returns why a folder could not be read: the message of run-as, or a general one. It is empty for
// other places: few devices have the system folder, and every user can read the folders in /data/app.
func blindness(p *Place, lines []string) string {
	if p.To != "app" {
		return ""
	}
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return "the app does not let others look"
}

// addFile reads a row of facts and the two after it.
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
		real = path.Join(p.Folder, name)
	}
	p.Files = append(p.Files, File{Name: name, Path: real, Mode: m[1], Mine: m[3] == itoa(owner), Changed: m[5],
		Folder: strings.Contains(m[6], "directory")})
}

// readObject reads a file that came as base64, up to the first line that is empty.
func (e *Evidence) readObject(p *Place, name string, lines []string, s *device.State) {
	f := p.in(name)
	if f == nil || f.Folder {
		return
	}
	end := slices.Index(lines, "")
	if end < 0 {
		return // cut off on the way
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
		if c.KeepsFromLoading() && !(strings.HasPrefix(c.ID, "needed-") && p.Folder != device.SystemDir && among(o.Needed, own)) {
			f.Complaint = append(f.Complaint, c)
		}
	}
}

// among reports whether one of the needed libraries is the app's own: its linker finds those, but for layers of the system
// folder (rule 1.8).
func among(needed, own []string) bool {
	return slices.ContainsFunc(needed, func(lib string) bool { return slices.Contains(own, lib) })
}
