// Command program prints its identity.
package main

import (
	"fmt"
	"os"

	"github.com/gleslayergen/gleslayergen/internal/buildid"
)

var text = ""

func main() {
	id, err := buildid.This()
	if err != nil || text == "" {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Print(id)
}
