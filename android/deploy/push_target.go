package deploy

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
)

// scratch is the directory of the device that adb can write to.
const scratch = "/data/local/tmp"

// target is a layer to push and its place on the device.
type target struct {
	local, final string
	size         int64
	sum          string // SHA-256 in hex

	scratch string // where adb copies it to
	part    string // where it is completed, beside its place
	aside   string // backup of the file that it replaces; "": none
	found   string // SHA-256 of the file that it replaces; "": none
}

// newTargets returns the targets of a push to a directory.
func (p *pusher) newTargets(dir string) ([]*target, error) {
	var out []*target
	for i, l := range p.layers {
		size, sum, err := digest(l.Path)
		if err != nil {
			return nil, &android.Error{What: l.Path, Why: reason(err, l.Path), Advice: "try again; another process may be writing the file"}
		}
		id := fmt.Sprintf("%s-%d", strings.ToLower(rand.Text()[:12]), i)
		out = append(out, &target{local: l.Path, final: path.Join(dir, l.Name), size: size, sum: sum,
			scratch: path.Join(scratch, "gleslayergen-"+id), part: path.Join(dir, ".gleslayergen-"+id)})
	}
	return out, nil
}

// digest returns the size of a file and its SHA-256.
func digest(name string) (int64, string, error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, "", err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, f)
	return n, hex.EncodeToString(h.Sum(nil)), err
}
