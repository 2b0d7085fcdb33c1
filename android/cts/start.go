package cts

import (
	"fmt"

	"github.com/gleslayergen/gleslayergen/android/adb"
)

// start returns a script that starts the app of a case. It prints the log of the app's process when the log
// is complete, the process has ended, or after five seconds. Earlier lines of another process with the same number are
// left out.
func (r *runner) start(c Case) string {
	name := r.name(c.Start)
	script := ""
	if c.Refused {
		script = fmt.Sprintf("cat %s | %s sh -c 'cat > %s' 2>/dev/null || echo %s\n", adb.Quote(r.source("A")), adb.RunAs(name, r.s.User), file("A"), adb.Quote(refused))
	}
	return script + fmt.Sprintf(`T=$(date '+%%m-%%d %%H:%%M:%%S.000')
P=
am start -S --user %d -n %s >/dev/null 2>&1
N=0
while [ $N -lt 50 ]; do
Q=$(pidof %s)
[ -n "$Q" ] && P=$Q
[ -n "$P" ] && logcat -d --pid "$P" -t "$T" | grep -q %s && break
[ -n "$P" ] && [ -z "$Q" ] && break
N=$((N + 1))
sleep 0.1
done
if [ -n "$P" ]; then logcat -d -v threadtime --pid "$P" -t "$T"
else echo %s; logcat -d -v threadtime -t "$T" | tail -n 40; fi
am force-stop %s
`, r.s.User, adb.Quote(r.s.Packages[name].Launch), name, adb.Quote(complete), adb.Quote(never), name)
}

// source returns the device path of a layer in the package of layers.
func (r *runner) source(letter string) string {
	return r.s.Packages[r.name("GLES_LAYERS")].NativeLibraryDir + "/" + file(letter)
}
