package view

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/pagetest"
)

func TestPage(t *testing.T) { pagetest.Check(t, pageFS, pageFiles) }
