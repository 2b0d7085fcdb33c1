package pack

// ownProgram is what runs, whatever stands at its path by now.
func ownProgram() (string, error) { return "/proc/self/exe", nil }
