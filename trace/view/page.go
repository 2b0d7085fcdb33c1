package view

import (
	"embed"
	"io/fs"
)

// pageFS holds the viewer's page: HTML, CSS and JavaScript modules that browsers read directly. There is no build step, and the
// page loads nothing from elsewhere.
//
//go:embed page
var pageFS embed.FS

// pageFiles returns the files of the page. The first is index.html.
func pageFiles() fs.FS {
	files, err := fs.Sub(pageFS, "page")
	if err != nil {
		panic(err) // the pattern of go:embed names the directory
	}
	return files
}
