package deploy

import (
	"fmt"
	"path"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/android/journal"
)

// dataScript lists what stands where layers do in the data folders of debuggable apps, which alone let adb in: libraries
// right in the folder, where no app keeps its own.
func dataScript(user int) string {
	return fmt.Sprintf(`pm list packages -3 --user %d 2>/dev/null | while read -r p; do
p=${p#package:}
run-as "$p"%s sh -c 'for f in *.so .gleslayergen*; do [ -e "$f" ] && echo "data:$1 $f"; done' sh "$p" </dev/null 2>/dev/null
done
`, user, asUser(user))
}

// asUser is what run-as is told of a user.
func asUser(user int) string {
	if user == 0 {
		return ""
	}
	return fmt.Sprintf(" --user %d", user)
}

// dataLeftover is a file in the folder of an app: the line names the app, then the file.
func dataLeftover(d *adb.Device, user int, line string) Leftover {
	app, name, _ := strings.Cut(line, " ")
	file := path.Join("/data/user", fmt.Sprint(user), app, name)
	words := append(append([]string{"run-as", app}, strings.Fields(asUser(user))...), "rm", file)
	return Leftover{Kind: journal.File, Name: file, Tool: "a tool or a person", What: "lies where " + app + " looks for layers",
		Remove: command(d, "shell", words...)}
}
