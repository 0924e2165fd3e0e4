package bot;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import lutetia.v1.Answer;
import lutetia.v1.ArbiterMessage;
import lutetia.v1.ArbiterServiceGrpc;
import lutetia.v1.BotMessage;
import lutetia.v1.Goodbye;
import lutetia.v1.Hello;
import lutetia.v1.Over;
import lutetia.v1.Start;
import lutetia.v1.Turn;

/** A bot for every game: one stream to the arbiter, and its matches. Choice is yours. */
final class Session implements StreamObserver<ArbiterMessage> {
  /** As many matches at a time as come. Say 1 once the bot thinks for long. */
  private static final int MAX_MATCHES = 1_000;

  /** How long the bot tries to come back after its stream was lost. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final Set<Status.Code> MAY_COME_BACK =
      Set.of(Status.Code.UNAVAILABLE, Status.Code.INTERNAL, Status.Code.ALREADY_EXISTS);

  /** A match in progress. Add what your bot wants to remember. */
  static final class Match {
    final Start start; // game, seat, players, seed and the figures in use
    Answer answered = Answer.getDefaultInstance(); // the last one

    Match(Start start) {
      this.start = start;
    }
  }

  private static volatile Session current; // the stream that a goodbye is said on
  private static volatile boolean leaving; // whether Ctrl-C was pressed, be it between two streams

  private final Map<Long, Match> matches;
  private final CompletableFuture<Status> ended = new CompletableFuture<>();
  private final StreamObserver<BotMessage> stream;
  private volatile boolean welcomed;

  private Session(ArbiterServiceGrpc.ArbiterServiceStub stub, Map<Long, Match> matches) {
    this.matches = matches;
    stream = stub.play(this);
    send(BotMessage.newBuilder().setHello(Hello.newBuilder()
        .setProtocolVersion(1)
        .setBot(System.getenv("LUTETIA_BOT"))
        .setToken(System.getenv("LUTETIA_TOKEN"))
        .setMaxMatches(MAX_MATCHES)));
  }

  /** Sends a message; what ends the stream is told to onError, so nothing fails here. */
  private synchronized void send(BotMessage.Builder message) {
    if (!ended.isDone()) stream.onNext(message.build());
  }

  /** Takes no further match; those that have begun are played to their end. */
  private void sayGoodbye() {
    send(BotMessage.newBuilder().setGoodbye(Goodbye.getDefaultInstance()));
  }

  @Override
  public void onNext(ArbiterMessage message) {
    welcomed = true;
    try {
      List<Answer> answers = answer(message);
      if (!answers.isEmpty()) send(BotMessage.newBuilder().addAllAnswers(answers));
    } catch (RuntimeException error) { // gRPC would only cancel the stream, as if all were well
      error.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  @Override
  public void onError(Throwable error) {
    ended.complete(Status.fromThrowable(error));
  }

  @Override
  public void onCompleted() {
    ended.complete(Status.OK);
  }

  /** Returns the answers to all turns of a message, to be sent together. */
  private List<Answer> answer(ArbiterMessage message) {
    for (Start start : message.getStartsList()) {
      matches.putIfAbsent(start.getMatchId(), new Match(start)); // or it goes on after a lost stream
    }
    List<Answer> answers = new ArrayList<>();
    for (Turn turn : message.getTurnsList()) {
      Match match = matches.get(turn.getMatchId());
      // A turn that comes again has been decided: its answer was lost.
      if (match.answered.getTurnId() != turn.getTurnId()) {
        match.answered = Answer.newBuilder()
            .setMatchId(turn.getMatchId())
            .setTurnId(turn.getTurnId())
            .setActionIndex(Choice.choose(match, turn))
            .build();
      }
      answers.add(match.answered);
    }
    for (Over over : message.getOversList()) matches.remove(over.getMatchId());
    return answers;
  }

  public static void main(String[] arguments) throws InterruptedException {
    var channel = Grpc.newChannelBuilder(
            System.getenv("LUTETIA_ADDRESS"), InsecureChannelCredentials.create())
        .maxInboundMessageSize(Integer.MAX_VALUE)
        .build();
    var stub = ArbiterServiceGrpc.newStub(channel);
    var matches = new HashMap<Long, Match>();
    long lost = System.nanoTime();
    var done = new CompletableFuture<Void>();
    // The JVM ends when its hooks have; so this one waits.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      leaving = true;
      if (current != null) current.sayGoodbye();
      done.join();
    }));
    for (long pause = 100; ; pause = Math.min(2 * pause, 2_000)) {
      var session = new Session(stub, matches);
      current = session;
      if (leaving) session.sayGoodbye(); // checked after `current` is set, which the hook reads last
      Status status = session.ended.join();
      if (status.isOk() || status.getCode() == Status.Code.CANCELLED) {
        done.complete(null);
        System.exit(0); // the arbiter has ended the stream: we are done
      }
      if (session.welcomed) {
        lost = System.nanoTime();
        pause = 100;
      }
      boolean isPatient = System.nanoTime() - lost < PATIENCE.toNanos();
      if (!isPatient || !MAY_COME_BACK.contains(status.getCode())) {
        System.err.println("the arbiter ended the stream: " + status);
        done.complete(null);
        System.exit(1);
      }
      Thread.sleep(pause);
      channel.resetConnectBackoff(); // our own pauses count
    }
  }
}
