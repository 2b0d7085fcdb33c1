package pack

import "syscall"

// limitProcess sets resource limits of the system on memory, CPU time and file size. They also stop
// allocations that are faster than the memory check. If the system does not allow them, the other limits
// still apply.
func limitProcess(l limits) {
	seconds := uint64(l.Time.Seconds()+1) * 4 // CPU time of up to 4 processors
	for resource, most := range map[int]uint64{
		syscall.RLIMIT_DATA:  uint64(2 * l.Memory),
		syscall.RLIMIT_CPU:   seconds,
		syscall.RLIMIT_FSIZE: 0,
		syscall.RLIMIT_CORE:  0,
	} {
		_ = syscall.Setrlimit(resource, &syscall.Rlimit{Cur: most, Max: most})
	}
}
