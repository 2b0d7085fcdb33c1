package loader

import (
	"debug/elf"
	"strings"
)

// abis are Android's names of machine types; for other machines, abiName uses the ELF name.
var abis = map[elf.Machine]string{
	elf.EM_X86_64: "x86_64", elf.EM_386: "x86", elf.EM_AARCH64: "arm64-v8a (AArch64)", elf.EM_ARM: "armeabi-v7a (32-bit ARM)",
}

func abiName(machine elf.Machine, class elf.Class) string {
	name, ok := abis[machine]
	if !ok {
		name = strings.TrimPrefix(machine.String(), "EM_")
	}
	if class == elf.ELFCLASS32 && machine == elf.EM_X86_64 {
		name += " with 32-bit pointers"
	}
	return name
}

// abiOf returns the ABI of an ELF file, "" for any other file.
func abiOf(path string) string {
	file, err := elf.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	return abiName(file.Machine, file.Class)
}
