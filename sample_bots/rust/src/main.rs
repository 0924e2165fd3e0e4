//! A bot for every game. This file talks to the arbiter; choose.rs is yours.
mod choose;

use std::collections::HashMap;
use std::time::{Duration, Instant};
use std::{env, error::Error, process};

use pb::arbiter_service_client::ArbiterServiceClient;
use tokio::{
    signal,
    sync::{mpsc, watch},
    time,
};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Status};

/// Generated from the .proto files.
pub mod pb {
    tonic::include_proto!("lutetia.v1");
}

/// As many matches at a time as come. Say 1 once the bot thinks for long.
const MAX_MATCHES: u32 = 1_000;
/// How long the bot tries to come back after its stream was lost.
const PATIENCE: Duration = Duration::from_secs(20);
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// A match in progress. Add what your bot wants to remember.
pub struct Match {
    /// Game, seat, players, seed and the figures in use.
    pub start: pb::Start,
    /// The last answer.
    answered: pb::Answer,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = env::var("LUTETIA_ADDRESS")?;
    let url = if address.starts_with("unix:") {
        address
    } else {
        format!("http://{address}")
    };
    let channel = Endpoint::from_shared(url)?.connect_lazy();
    let mut client = ArbiterServiceClient::new(channel).max_decoding_message_size(usize::MAX);
    let hello = pb::Hello {
        protocol_version: 1,
        bot: env::var("LUTETIA_BOT")?,
        token: env::var("LUTETIA_TOKEN")?,
        games: vec![],
        max_matches: MAX_MATCHES,
    };
    let (interrupted, mut leaving) = watch::channel(false);
    tokio::spawn(async move {
        let _ = signal::ctrl_c().await;
        let _ = interrupted.send(true);
        let _ = signal::ctrl_c().await; // a second one does not wait
        process::exit(130);
    });
    let mut matches = HashMap::new();
    let (mut lost, mut pause) = (Instant::now(), FIRST_PAUSE);
    loop {
        let (welcomed, ended) = play(&mut client, hello.clone(), &mut matches, &mut leaving).await;
        if welcomed {
            (lost, pause) = (Instant::now(), FIRST_PAUSE);
        }
        match ended.code() {
            Code::Ok => return Ok(()), // the arbiter has ended the stream
            Code::Cancelled if welcomed => return Ok(()), // and so has one that was stopped
            // Before the welcome, tonic says Cancelled of a connection that broke as it was made.
            Code::Cancelled
            | Code::Unavailable
            | Code::Internal
            | Code::Unknown
            | Code::AlreadyExists
                if lost.elapsed() < PATIENCE => {}
            _ => return Err(ended.into()),
        }
        time::sleep(pause).await;
        pause = (2 * pause).min(Duration::from_secs(2));
    }
}

/// Answers all turns of one stream; returns whether it was welcome, and why the stream ended.
async fn play(
    client: &mut ArbiterServiceClient<Channel>,
    hello: pb::Hello,
    matches: &mut HashMap<u64, Match>,
    leaving: &mut watch::Receiver<bool>,
) -> (bool, Status) {
    // Sending fails only on a stream that has ended, and reading then says why.
    let (sender, messages) = mpsc::unbounded_channel();
    let _ = sender.send(pb::BotMessage {
        hello: Some(hello),
        ..Default::default()
    });
    let mut stream = match client.play(UnboundedReceiverStream::new(messages)).await {
        Ok(response) => response.into_inner(),
        Err(status) => return (false, status),
    };
    let (mut welcomed, mut said_goodbye) = (false, false);
    loop {
        tokio::select! {
            received = stream.message() => match received {
                Ok(Some(message)) => {
                    welcomed = true;
                    let answers = answer(matches, message);
                    if !answers.is_empty() {
                        let _ = sender.send(pb::BotMessage { answers, ..Default::default() });
                    }
                }
                Ok(None) => return (welcomed, Status::ok("")),
                Err(status) => return (welcomed, status),
            },
            // After Ctrl-C, whether it came now or between two streams: no further match; those that
            // have begun are played to their end.
            _ = leaving.wait_for(|&leaving| leaving), if !said_goodbye => {
                said_goodbye = true;
                let goodbye = Some(pb::Goodbye {});
                let _ = sender.send(pb::BotMessage { goodbye, ..Default::default() });
            }
        }
    }
}

/// Returns the answers to all turns of a message, to be sent together.
fn answer(matches: &mut HashMap<u64, Match>, message: pb::ArbiterMessage) -> Vec<pb::Answer> {
    for start in message.starts {
        // One that is there already goes on after a lost stream.
        let place = matches.entry(start.match_id);
        place.or_insert_with(|| Match {
            start,
            answered: pb::Answer::default(),
        });
    }
    let mut answers = vec![];
    for turn in message.turns {
        let Some(game) = matches.get_mut(&turn.match_id) else {
            continue;
        };
        // A turn that comes again has been decided: its answer was lost.
        if game.answered.turn_id != turn.turn_id {
            let action_index = choose::choose(game, &turn) as u32;
            game.answered = pb::Answer {
                match_id: turn.match_id,
                turn_id: turn.turn_id,
                action_index,
            };
        }
        answers.push(game.answered);
    }
    for over in message.overs {
        matches.remove(&over.match_id);
    }
    answers
}
