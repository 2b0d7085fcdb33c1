// Command try shows a fictitious recording in the viewer, for development of the page: cd test && go run
// ./viewer/try, with -million for one of a million calls.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/view"
)

func main() {
	million := flag.Bool("million", false, "a million calls")
	flag.Parse()
	recording := tracetest.Sample(240)
	if *million {
		recording = tracetest.Million()
	}
	f, err := file.Read(bytes.NewReader(recording), int64(len(recording)))
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	s := view.New(f, view.Options{Name: "made up", Other: f, OtherName: "the same", Log: log.Printf})
	defer s.Close()
	if err := s.Serve(ctx, false, func(url string) { fmt.Println(url) }); err != nil {
		log.Fatal(err)
	}
}
