#!/bin/sh
# Generates build/lutetia/v1 from the .proto files: `npm install` runs this, then the compiler.
set -eu
proto=proto
[ -d "$proto" ] || proto=../../proto # within Lutetia's own repository
mkdir -p build
# 64-bit ids as bigint; a oneof as one property that says which; ES modules; enums as numbers.
protoc --proto_path="$proto" --plugin=node_modules/.bin/protoc-gen-ts_proto --ts_proto_out=build \
    --ts_proto_opt=outputServices=grpc-js,forceLong=bigint,oneof=unions-value,esModuleInterop=true \
    --ts_proto_opt=importSuffix=.js,useExactTypes=false,outputJsonMethods=false \
    "$proto"/lutetia/v1/*.proto
