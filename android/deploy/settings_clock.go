package deploy

import (
	"crypto/rand"
	"fmt"
	"time"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/rules"
)

// undoAt parts the word of a clock from the time at which the clock ends.
const undoAt = "@"

// undoWord is a new word for a clock that begins now; the device's time is as logcat wants it.
func undoWord(now string) string {
	word := rand.Text()
	if t, err := time.Parse("01-02 15:04:05.000", now); err == nil {
		word += undoAt + t.Add(UndoMinutes*time.Minute).Format("15:04")
	}
	return word
}

// base is what the layers' property was before all that we did.
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
