// A bot for every game. This file talks to the arbiter; choose.cpp is yours.
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>

#include "choose.hpp"
#include "lutetia/v1/play.grpc.pb.h"

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
namespace pb = lutetia::v1;

// As many matches at a time as come. Say 1 once the bot thinks for long.
constexpr int kMaxMatches = 1000;
// How long the bot tries to come back after its stream was lost.
constexpr auto kPatience = 20s;

using Matches = std::unordered_map<uint64_t, Match>;
using Stream = grpc::ClientReaderWriter<pb::BotMessage, pb::ArbiterMessage>;

std::mutex writing;         // one thread at a time may write to a stream
Stream* current = nullptr;  // the stream that goodbyes are said on
bool leaving = false;       // whether Ctrl-C was pressed, be it between two streams

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// Returns the answers to all turns of a message, to be sent together.
pb::BotMessage answer(Matches& matches, const pb::ArbiterMessage& message) {
  for (const auto& start : message.starts()) {
    matches.try_emplace(start.match_id(), Match{start, {}});  // or it goes on after a lost stream
  }
  pb::BotMessage reply;
  for (const auto& turn : message.turns()) {
    Match& match = matches.at(turn.match_id());
    // A turn that comes again has been decided: its answer was lost.
    if (match.answered.turn_id() != turn.turn_id()) {
      match.answered.set_match_id(turn.match_id());
      match.answered.set_turn_id(turn.turn_id());
      match.answered.set_action_index(choose(match, turn));
    }
    *reply.add_answers() = match.answered;
  }
  for (const auto& over : message.overs()) matches.erase(over.match_id());
  return reply;
}

// No further match; those that have begun are played to their end.
pb::BotMessage goodbye() {
  pb::BotMessage message;
  message.mutable_goodbye();
  return message;
}

// Answers all turns of one stream; returns whether it was welcome, and why the stream ended.
std::pair<bool, grpc::Status> play(pb::ArbiterService::Stub& stub, Matches& matches) {
  grpc::ClientContext context;
  auto stream = stub.Play(&context);
  pb::BotMessage first;
  auto* hello = first.mutable_hello();
  hello->set_protocol_version(1);
  hello->set_bot(variable("LUTETIA_BOT"));
  hello->set_token(variable("LUTETIA_TOKEN"));
  hello->set_max_matches(kMaxMatches);
  stream->Write(first);  // fails only on a stream that has ended; Finish says why
  {
    std::lock_guard lock(writing);
    current = stream.get();
    if (leaving) current->Write(goodbye());
  }
  bool welcomed = false;
  for (pb::ArbiterMessage message; stream->Read(&message); welcomed = true) {
    const auto reply = answer(matches, message);
    std::lock_guard lock(writing);
    if (reply.answers_size() > 0) stream->Write(reply);
  }
  {
    std::lock_guard lock(writing);
    current = nullptr;
  }
  return {welcomed, stream->Finish()};
}

// Waits for Ctrl-C and says goodbye; a second one does not wait.
void say_goodbye(sigset_t interrupts) {
  int signal;
  sigwait(&interrupts, &signal);
  {
    std::lock_guard lock(writing);
    leaving = true;
    if (current != nullptr) current->Write(goodbye());
  }
  sigwait(&interrupts, &signal);
  std::_Exit(130);
}

int main() {
  sigset_t interrupts;
  sigemptyset(&interrupts);
  sigaddset(&interrupts, SIGINT);
  pthread_sigmask(SIG_BLOCK, &interrupts, nullptr);  // for all threads, so before gRPC starts its own
  std::thread(say_goodbye, interrupts).detach();
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  // Our own pauses count. Without the second line gRPC tries again every 5 s only.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 2000);
  auto channel = grpc::CreateCustomChannel(variable("LUTETIA_ADDRESS"),
                                           grpc::InsecureChannelCredentials(), arguments);
  auto stub = pb::ArbiterService::NewStub(channel);
  Matches matches;
  auto lost = Clock::now();
  for (auto pause = 100ms;; pause = std::min(2 * pause, 2000ms)) {
    const auto [welcomed, status] = play(*stub, matches);
    if (welcomed) {
      lost = Clock::now();
      pause = 100ms;
    }
    switch (status.error_code()) {
      case grpc::StatusCode::OK:
      case grpc::StatusCode::CANCELLED:
        return 0;  // the arbiter has ended the stream
      case grpc::StatusCode::UNAVAILABLE:
      case grpc::StatusCode::INTERNAL:
      case grpc::StatusCode::ALREADY_EXISTS:
        if (Clock::now() - lost < kPatience) break;
        [[fallthrough]];
      default:
        std::cerr << "the arbiter ended the stream: " << status.error_message() << '\n';
        return 1;
    }
    std::this_thread::sleep_for(pause);
  }
}
