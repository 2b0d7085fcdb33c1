package link

import "time"

// SetHelloTimeout makes tests of silent peers short; what it returns puts it back.
func SetHelloTimeout(d time.Duration) func() {
	before := helloTimeout
	helloTimeout = d
	return func() { helloTimeout = before }
}
