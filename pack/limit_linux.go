package pack

import "syscall"

// limitProcess has the system refuse memory that no look would come in time for, files, and endless work. A system that
// does not let us is no reason to stop: the other limits hold.
func limitProcess(l limits) {
	seconds := uint64(l.Time.Seconds()+1) * 4 // on several processors
	for resource, most := range map[int]uint64{
		syscall.RLIMIT_DATA:  uint64(2 * l.Memory),
		syscall.RLIMIT_CPU:   seconds,
		syscall.RLIMIT_FSIZE: 0,
		syscall.RLIMIT_CORE:  0,
	} {
		_ = syscall.Setrlimit(resource, &syscall.Rlimit{Cur: most, Max: most})
	}
}
