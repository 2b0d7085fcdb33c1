package view

import (
	"embed"

	"github.com/gleslayergen/gleslayergen/internal/localpage"
)

// pageFS holds the files of the viewer's page that other pages do not share.
//
//go:embed page
var pageFS embed.FS

// pageFiles are the files of the page. Browsers read them directly.
var pageFiles = localpage.Files(pageFS, "page")
