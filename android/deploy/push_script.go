package deploy

import (
	"fmt"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// script returns the script that installs the files: it completes each file beside its place, then renames
// all.
func (f *fileCopy) script(todo []*target) string {
	script := ""
	for _, dir := range f.missing {
		q := adb.Quote(dir)
		script += f.as("mkdir "+q+" && chmod 0755 "+q) + " || exit 1\n"
	}
	for _, t := range todo {
		script += fmt.Sprintf("%s && %s && echo '= placed' || echo '= failed'\nrm -f %s\n", f.copy(t), f.as(f.move(t)), t.scratch)
	}
	return script
}

// copy returns the step that completes a layer beside its place. An app cannot read the scratch directory, so
// it receives the file through a pipe.
func (f *fileCopy) copy(t *target) string {
	part, from, pipe := adb.Quote(t.part), "", "cat "+t.scratch+" | "
	if f.who == AsRoot { // root can read it, and su reads its commands from the standard input that a pipe would use
		from, pipe = t.scratch, ""
	}
	return pipe + f.as(fmt.Sprintf(`umask 077; cat %[1]s >%[2]s && chmod %[3]s %[2]s && [ "$(sha256sum <%[2]s | head -c 64)" = %[4]s ]`, from, part, f.mode, t.sum))
}

// move returns the step that renames the file. It moves a previous file aside, and back if the rename fails.
func (f *fileCopy) move(t *target) string {
	part, final, aside := adb.Quote(t.part), adb.Quote(t.final), adb.Quote(t.aside)
	if t.aside == "" {
		return fmt.Sprintf("mv -f %s %s", part, final)
	}
	return fmt.Sprintf("mv %[2]s %[3]s && { mv %[1]s %[2]s || { mv %[3]s %[2]s; false; }; }", part, final, aside)
}
