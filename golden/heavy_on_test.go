//go:build heavy

package golden

const heavy = true
