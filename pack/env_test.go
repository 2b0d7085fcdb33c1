package pack

import (
	"strings"
	"testing"
)

// Nothing that templates can call tells of this machine, or reaches it.
func TestNothingOutside(t *testing.T) {
	t.Setenv("SECRET", "secret")
	for _, call := range []string{"env", "getenv", "exec", "readFile", "include", "glob", "http", "now", "os"} {
		pack := packOf(t, "{{"+call+` "SECRET"}}`)
		if _, err := with(t, pack, quick); err == nil || !strings.Contains(err.Error(), `function "`+call+`" not defined`) {
			t.Errorf("%s: %v", call, err)
		}
	}
}
