package link

import "time"

// SetHelloTime makes tests of silent peers short; what it returns puts it back.
func SetHelloTime(d time.Duration) func() {
	before := helloTime
	helloTime = d
	return func() { helloTime = before }
}
