package why

import "github.com/gleslayergen/gleslayergen/android/check"

var breaking = check.Finding{ID: "needed", What: "libc++_shared.so is nowhere"}
