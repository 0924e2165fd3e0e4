#!/bin/sh
# Generates build/lutetia/v1 from the .proto files, and builds build/bot. Needs Go and protoc.
set -eu
proto=proto
[ -d "$proto" ] || proto=../../proto # within Lutetia's own repository
mkdir -p build
# The plug-ins of protoc, in the versions that go.mod pins.
go build -o build/ google.golang.org/protobuf/cmd/protoc-gen-go \
    google.golang.org/grpc/cmd/protoc-gen-go-grpc
PATH="$PWD/build:$PATH" protoc --proto_path="$proto" --go_out=build --go-grpc_out=build \
    "$proto"/lutetia/v1/*.proto
go build -o build/bot .
