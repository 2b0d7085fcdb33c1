package link

import "time"

// SetHelloTimeout changes the timeout of the handshake and returns a function that restores it.
func SetHelloTimeout(d time.Duration) func() {
	before := helloTimeout
	helloTimeout = d
	return func() { helloTimeout = before }
}
