package vet

import "golang.org/x/tools/go/ssa"

// edge returns the facts about leaving a block. A loop whose condition ends it counts as if its body had run:
// a call inside had nothing to do.
func (w *walk) edge(b, next *ssa.BasicBlock, known facts) {
	head := b
	if first := b.Succs[0]; first.Comment == "rangeint.body" {
		head = first // "for range n" tests before the first iteration and after each one
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

// loopsOf returns the blocks of each loop, by the block that starts it.
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
			addLoopBlocks(loops[head], end)
		}
	}
	return loops
}

// addLoopBlocks adds the blocks that lead to b.
func addLoopBlocks(loop map[*ssa.BasicBlock]bool, b *ssa.BasicBlock) {
	if loop[b] {
		return
	}
	loop[b] = true
	for _, p := range b.Preds {
		addLoopBlocks(loop, p)
	}
}
