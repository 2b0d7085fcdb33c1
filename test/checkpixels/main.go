// Command checkpixels ends with the exit code 3 if the last pixels that a program read in a recording are the given bytes. Tests use it
// to find an error in a recording.
//
// Usage: checkpixels RECORDING HEX
package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

func main() {
	pixels, err := lastPixels(os.Args[1])
	fmt.Println(pixels)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "checkpixels:", err)
		os.Exit(1)
	case pixels == os.Args[2]:
		os.Exit(3)
	}
}

// lastPixels returns the data of the last glReadPixels in hexadecimal digits.
func lastPixels(path string) (string, error) {
	f, err := file.Open(path)
	if err != nil {
		return "", err
	}
	var last []byte
	for c, failed := range f.Calls(0, f.Len()) {
		if failed != nil {
			err = failed
			break
		}
		if v, ok := c.Arg("pixels"); ok && c.Function.Name == "glReadPixels" && v.HasData() {
			if last, err = f.Payload(v.Data.Payloads); err != nil {
				break
			}
		}
	}
	return hex.EncodeToString(last), errors.Join(err, f.Close())
}
