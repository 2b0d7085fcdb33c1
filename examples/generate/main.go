// Command generate updates the example layers. Run it in the root of the repository.
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
