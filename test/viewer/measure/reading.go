package measure

// Reading has the times in milliseconds and the peak memory in megabytes of reading a recording.
type Reading struct {
	Index  float64 `json:"index"` // processor time to open a recording without an index
	Open   float64 `json:"open"`  // until the first answers of the viewer, with the index
	Jump   float64 `json:"jump"`  // until the calls of a distant position, at most
	Search float64 `json:"search"`
	Stats  float64 `json:"stats"` // processor time
	Memory float64 `json:"memory"`
}
