package deploy

import (
	"fmt"
	"path"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// dataScript lists libraries directly in the data directories of debuggable apps, the only ones that adb can
// read. Apps keep their own libraries elsewhere.
const dataScript = `pm list packages -3 --user "$U" | while read -r p; do
p=${p#package:}
run-as "$p" $RU sh -c 'for f in *.so .gleslayergen*; do [ -e "$f" ] && echo "$1 $f"; done' sh "$p" </dev/null
done`

// dataLeftover parses a line with an app and a file in its data directory.
func dataLeftover(d *adb.Device, user int, line string) Leftover {
	app, name, _ := strings.Cut(line, " ")
	file := path.Join("/data/user", fmt.Sprint(user), app, name)
	words := append(strings.Fields(adb.RunAs(app, user)), "rm", file)
	return Leftover{Kind: KindFile, Name: file, Tool: "another tool or a user", What: "is in the data directory of " + app + ", where Android's loader searches for layers",
		Remove: command(d, "shell", words...)}
}
