//! Generates code from the .proto files before the bot is compiled. Needs protoc.
use std::{io, path::Path};

fn main() -> io::Result<()> {
    // The second one is for within Lutetia's own repository.
    let folder = if Path::new("proto").is_dir() {
        "proto"
    } else {
        "../../proto"
    };
    let play = format!("{folder}/lutetia/v1/play.proto");
    tonic_prost_build::configure()
        .build_server(false)
        .compile_protos(&[play.as_str()], &[folder])
}
