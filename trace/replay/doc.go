// Package replay makes the calls of a recording again.
//
// A [Script] has the calls as operations for the player, a C program that contains the recorder. Everything that needs a map is
// resolved in the script: the names of objects, the handles of EGL and the locations of uniforms are registers, which the player
// fills with what its driver returns. The player makes a second recording of the calls, which trace/diff compares with the first.
//
// A script is a stream of little-endian numbers, with all parts aligned to 8 bytes. It begins with "GLPLAY", 0 and 1. Operations
// follow:
//
//	uint32 size       of the operation in bytes, a multiple of 8, at most 1 GiB
//	uint16 function   ID of the function in the player; from 0xFF00: an operation of the player itself
//	uint16 thread     from 1
//	uint32 result     register that receives the result; 0: none
//	uint8  args       number of arguments, at most 32
//	uint8  flags      1: the call is not one of the recording, and is recorded as synthetic
//	uint16 zero
//	uint64 call       index of the call in the recording
//	uint64 values[args]
//	uint8  kinds[args]
//	data
//
// A kind tells how the player makes the argument of the value. The value of an argument with data is the position of the data in
// the operation, and its size in the high 32 bits. Register 0 is always 0.
package replay
