package pack

import (
	"strings"
	"testing"
)

// Templates can call no function that depends on or changes this machine.
func TestNothingOutside(t *testing.T) {
	t.Setenv("SECRET", "secret")
	for _, call := range []string{"env", "getenv", "exec", "readFile", "include", "glob", "http", "now", "os"} {
		pack := packOf(t, "{{"+call+` "SECRET"}}`)
		if _, err := with(t, pack, quick); err == nil || !strings.Contains(err.Error(), `function "`+call+`" not defined`) {
			t.Errorf("%s: %v", call, err)
		}
	}
}
