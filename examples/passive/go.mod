module github.com/gleslayergen/gleslayergen/examples/passive

go 1.26
