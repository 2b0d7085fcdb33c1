package vet

import "golang.org/x/tools/go/ssa"

// edge leaves a block. Where the condition of a loop ends it, a call inside counts: it had nothing to do.
func (w *walk) edge(b, next *ssa.BasicBlock, known facts) {
	head := b
	if first := b.Succs[0]; first.Comment == "rangeint.body" {
		head = first // "for range n" asks before its first round, and behind each
	}
	if inside := w.loops[head]; inside != nil && !inside[next] {
		for body := range inside {
			for _, instr := range body.Instrs {
				if w.uses[instr] {
					return
				}
			}
		}
	}
	w.block(next, b, known)
}

// loopsOf are the blocks of each loop, by the block it begins with.
func loopsOf(fn *ssa.Function) map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool {
	loops := map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool{}
	for _, end := range fn.Blocks {
		for _, head := range end.Succs {
			if !head.Dominates(end) {
				continue
			}
			if loops[head] == nil {
				loops[head] = map[*ssa.BasicBlock]bool{head: true}
			}
			grow(loops[head], end)
		}
	}
	return loops
}

// grow adds what leads to b.
func grow(loop map[*ssa.BasicBlock]bool, b *ssa.BasicBlock) {
	if loop[b] {
		return
	}
	loop[b] = true
	for _, p := range b.Preds {
		grow(loop, p)
	}
}
