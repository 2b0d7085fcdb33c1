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

// scratch is the folder of the device that adb can write to.
const scratch = "/data/local/tmp"

// target is a layer on its way to a folder of the device.
type target struct {
	local, final string
	size         int64
	sum          string // sha256, in hex

	scratch string // where adb puts it
	part    string // where it becomes whole, beside its place
	aside   string // backup of the file that it replaces; "": there was none
	found   string // sha256 of the file that it replaces; "": there is none
}

// newTargets are the layers of a push to a folder.
func (p *pusher) newTargets(folder string) ([]*target, error) {
	var out []*target
	for i, l := range p.layers {
		size, sum, err := digest(l.Path)
		if err != nil {
			return nil, &android.Error{What: l.Path, Why: reason(err, l.Path), Advice: "try again: another process may be writing the file"}
		}
		id := fmt.Sprintf("%s-%d", strings.ToLower(rand.Text()[:12]), i)
		out = append(out, &target{local: l.Path, final: path.Join(folder, l.Name), size: size, sum: sum,
			scratch: path.Join(scratch, "gleslayergen-"+id), part: path.Join(folder, ".gleslayergen-"+id)})
	}
	return out, nil
}

// digest is the size of a file and its sha256.
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
