package check

import "io"

func (l *look) apk(path string, f io.ReaderAt, size int64) error { return nil }
