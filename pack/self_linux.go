package pack

// ownProgram returns a path of the running executable. It stays valid if the file is replaced.
func ownProgram() (string, error) { return "/proc/self/exe", nil }
