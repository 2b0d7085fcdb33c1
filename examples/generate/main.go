// Command generate brings the example layers up to date; run it from the repository's root.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/examples"
)

func main() {
	for _, x := range examples.All() {
		if err := x.Write(filepath.Join("examples", x.Name)); err != nil {
			fmt.Fprintln(os.Stderr, "generate:", err)
			os.Exit(1)
		}
	}
}
