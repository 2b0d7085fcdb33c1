package deploy

import (
	"crypto/rand"
	"fmt"
	"time"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/rules"
)

// undoAt separates the timer's ID from the time at which the timer expires.
const undoAt = "@"

// newTimerID returns a new ID for a timer that starts now. The device's time has the format of logcat.
func newTimerID(now string) string {
	word := rand.Text()
	if t, err := time.Parse("01-02 15:04:05.000", now); err == nil {
		word += undoAt + t.Add(UndoMinutes*time.Minute).Format("15:04")
	}
	return word
}

// base returns the value of the layers property before all changes of this tool.
func base(made []Change, boot string, now func(string) Value) string {
	for _, u := range Unwind(made, boot, func(_, name string) Value { return now(name) }) {
		if u.Kind == KindProperty && u.Name == rules.PropertyLayers {
			return u.To.Text
		}
	}
	return now(rules.PropertyLayers).Text
}

// clock starts a timer on the device that restores the property unless it was restored before.
func (o *changeScript) clock(word, value, before string) {
	script := fmt.Sprintf(`sleep %d; [ "$(getprop %s)" = %s ] || exit 0; [ "$(getprop %s)" = %s ] && setprop %[4]s %[6]s; setprop %[2]s ''`,
		UndoMinutes*60, propertyUndo, word, rules.PropertyLayers, adb.Quote(value), adb.Quote(before))
	o.steps.WriteString("setsid sh -c " + adb.Quote(script) + " </dev/null >/dev/null 2>&1 &\n")
}
