package view

import (
	"net/http"

	"github.com/gleslayergen/gleslayergen/internal/localpage"
)

func missing(text string) error { return localpage.NewFault(http.StatusNotFound, text) }
