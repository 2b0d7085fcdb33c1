module github.com/gleslayergen/gleslayergen/examples/active

go 1.26
