package rules

import "testing"

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := parseNames("names.txt", namesTable, must(parseReleases("releases.txt", releasesTable))); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoadTopics(b *testing.B) {
	for b.Loop() {
		must(parseTopics("topics.txt", topicsTable))
		must(parsePitfalls("traps.txt", pitfallsTable, allReleases()))
	}
}

func BenchmarkOffered(b *testing.B) {
	for b.Loop() {
		Newest().Offered()
	}
}
