package deploy

import (
	"fmt"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// script puts the files in their places: whole beside it first, then under their names at once.
func (f *fileCopy) script(todo []*target) string {
	script := ""
	for _, folder := range f.missing {
		q := adb.Quote(folder)
		script += f.as("mkdir "+q+" && chmod 0755 "+q) + " || exit 1\n"
	}
	for _, t := range todo {
		script += fmt.Sprintf("%s && %s && echo '= placed' || echo '= failed'\nrm -f %s\n", f.copy(t), f.as(f.move(t)), t.scratch)
	}
	return script
}

// copy makes a layer whole beside its place. An app cannot read the scratch folder: it gets the file through a pipe.
func (f *fileCopy) copy(t *target) string {
	part, from, pipe := adb.Quote(t.part), "", "cat "+t.scratch+" | "
	if f.who == AsRoot { // it can, and su takes its commands where a pipe would end
		from, pipe = t.scratch, ""
	}
	return pipe + f.as(fmt.Sprintf(`umask 077; cat %[1]s >%[2]s && chmod %[3]s %[2]s && [ "$(sha256sum <%[2]s | head -c 64)" = %[4]s ]`, from, part, f.mode, t.sum))
}

// move gives it its name. What has the name goes aside, and comes back if that fails.
func (f *fileCopy) move(t *target) string {
	part, final, aside := adb.Quote(t.part), adb.Quote(t.final), adb.Quote(t.aside)
	if t.aside == "" {
		return fmt.Sprintf("mv -f %s %s", part, final)
	}
	return fmt.Sprintf("mv %[2]s %[3]s && { mv %[1]s %[2]s || { mv %[3]s %[2]s; false; }; }", part, final, aside)
}
