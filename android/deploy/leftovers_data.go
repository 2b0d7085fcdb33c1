package deploy

import (
	"fmt"
	"path"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// dataScript lists what stands where layers do in the data folders of debuggable apps, which alone let adb in: libraries
// right in the folder, where no app keeps its own.
const dataScript = `pm list packages -3 --user "$U" | while read -r p; do
p=${p#package:}
run-as "$p" $RU sh -c 'for f in *.so .gleslayergen*; do [ -e "$f" ] && echo "$1 $f"; done' sh "$p" </dev/null
done`

// dataLeftover is a file in the folder of an app: the line names the app, then the file.
func dataLeftover(d *adb.Device, user int, line string) Leftover {
	app, name, _ := strings.Cut(line, " ")
	file := path.Join("/data/user", fmt.Sprint(user), app, name)
	words := append(strings.Fields(adb.RunAs(app, user)), "rm", file)
	return Leftover{Kind: KindFile, Name: file, Tool: "another tool or a user", What: "is in the data directory of " + app + ", which the loader searches for layers",
		Remove: command(d, "shell", words...)}
}
