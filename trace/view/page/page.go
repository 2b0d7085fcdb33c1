// Package page holds the viewer's page: HTML, CSS and JavaScript modules as browsers read them. Nothing is built, and
// nothing comes from elsewhere.
package page

import "embed"

// Files are the page's files; index.html is the first.
//
//go:embed *.html *.css *.js *.svg
var Files embed.FS
