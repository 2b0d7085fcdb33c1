package measure

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// GlXML is Debian's copy of gl.xml, and EglXML of egl.xml (package python3-glad).
const (
	GlXML  = "/usr/lib/python3/dist-packages/glad/files/gl.xml"
	EglXML = "/usr/lib/python3/dist-packages/glad/files/egl.xml"
)

// decodeMS is how long the reference took where the absolute limits were set.
const decodeMS = 70

// A Reference is something known that is measured beside.
type Reference struct {
	Name     string `json:"name"`
	Unit     string `json:"unit"`
	Measured Series `json:"measured"`
}

// CPU measures how fast this machine is now: one decode of gl.xml by encoding/xml into a structure, in a process of its
// own, in ms.
var CPU = Probe{"decode of gl.xml", func(ctx context.Context) (Values, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	u, err := Command{Args: []string{self}, Env: []string{decodeEnv + "=" + GlXML}}.Run(ctx)
	if err != nil {
		return nil, err
	}
	ns, err := strconv.ParseFloat(strings.TrimSpace(u.Out), 64)
	return Values{"": ns / 1e6}, err
}}

// decodeEnv makes a benchmark decode a file once and say how many nanoseconds that took.
const decodeEnv = "GLESLAYERGEN_BENCH_DECODE"

// registryFile is what a decode reads of gl.xml: every element that has names.
type registryFile struct {
	Enums []struct {
		Enum []struct {
			Name  string `xml:"name,attr"`
			Value string `xml:"value,attr"`
		} `xml:"enum"`
	} `xml:"enums"`
	Commands []struct {
		Proto string `xml:"proto>name"`
		Param []struct {
			Name string `xml:"name"`
			Len  string `xml:"len,attr"`
		} `xml:"param"`
	} `xml:"commands>command"`
}

// A process that CPU started, of a benchmark or its test, decodes and ends.
func init() {
	if file := os.Getenv(decodeEnv); file != "" {
		os.Exit(decodeOnce(file))
	}
}

func decodeOnce(file string) int {
	data, err := os.ReadFile(file)
	start := time.Now()
	if err == nil {
		err = xml.NewDecoder(bytes.NewReader(data)).Decode(&registryFile{})
	}
	took := time.Since(start)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Println(took.Nanoseconds())
	return 0
}
