module layer

go 1.26
