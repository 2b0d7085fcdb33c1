package elf

import (
	"debug/elf"
	"testing"
)

func TestHeadABI(t *testing.T) {
	head := func(class elf.Class, data elf.Data, machine elf.Machine) []byte {
		b := append([]byte(elf.ELFMAG), make([]byte, 16)...)
		b[elf.EI_CLASS], b[elf.EI_DATA], b[18] = byte(class), byte(data), byte(machine)
		return b
	}
	for want, heads := range map[string][][]byte{
		"arm64-v8a":   {head(elf.ELFCLASS64, elf.ELFDATA2LSB, elf.EM_AARCH64)},
		"armeabi-v7a": {head(elf.ELFCLASS32, elf.ELFDATA2LSB, elf.EM_ARM)},
		"": {nil, {0}, head(elf.ELFCLASS32, elf.ELFDATA2LSB, elf.EM_AARCH64), head(elf.ELFCLASS64, elf.ELFDATA2MSB, elf.EM_AARCH64),
			head(elf.ELFCLASS64, elf.ELFDATA2LSB, elf.EM_68K), head(elf.ELFCLASS64, elf.ELFDATA2LSB, elf.EM_AARCH64)[:19], []byte("#!/bin/sh, and then more")},
	} {
		for _, h := range heads {
			if got := HeadABI(h); got != want {
				t.Errorf("% x: %q, not %q", h, got, want)
			}
		}
	}
}
