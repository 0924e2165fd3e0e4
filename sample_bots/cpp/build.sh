#!/bin/sh
# Builds build/bot. Needs cmake, g++, and gRPC for C++ with its protoc plug-in.
set -eu
cmake -S . -B build -DCMAKE_BUILD_TYPE=Release
cmake --build build --parallel 2
