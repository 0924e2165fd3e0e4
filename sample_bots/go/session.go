// A bot for every game. This file talks to the arbiter; choose.go is yours.
package main

import (
	"context"
	"io"
	"log"
	"math"
	"os"
	"os/signal"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	pb "bot/build/lutetia/v1"
)

// maxMatches are played at a time: as many as come. Say 1 once the bot thinks for long.
const maxMatches = 1_000

// patience is how long the bot tries to come back after its stream was lost.
const patience = 20 * time.Second

// Match is a match in progress. Add what your bot wants to remember.
type Match struct {
	*pb.Start            // game, seat, players, seed and the figures in use
	answered  *pb.Answer // the last one
}

func main() {
	log.SetFlags(0)
	conn, err := grpc.NewClient(os.Getenv("LUTETIA_ADDRESS"),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(math.MaxInt32)))
	if err != nil {
		log.Fatal(err)
	}
	leaving := make(chan struct{})
	go func() {
		interrupts := make(chan os.Signal, 1)
		signal.Notify(interrupts, os.Interrupt)
		<-interrupts
		signal.Stop(interrupts) // a second one does not wait
		close(leaving)
	}()
	client, matches := pb.NewArbiterServiceClient(conn), map[uint64]*Match{}
	lost, pause := time.Now(), 100*time.Millisecond
	for {
		welcomed, err := play(client, matches, leaving)
		if welcomed {
			lost, pause = time.Now(), 100*time.Millisecond
		}
		switch status.Code(err) {
		case codes.OK, codes.Canceled:
			return // the arbiter has ended the stream: we are done
		case codes.Unavailable, codes.Internal, codes.AlreadyExists:
			if time.Since(lost) > patience {
				log.Fatal(err)
			}
		default:
			log.Fatal(err)
		}
		time.Sleep(pause)
		conn.ResetConnectBackoff() // our own pauses count
		pause = min(2*pause, 2*time.Second)
	}
}

// play answers all turns of one stream and returns whether it was welcome, and why the stream ended.
func play(
	client pb.ArbiterServiceClient, matches map[uint64]*Match, leaving <-chan struct{},
) (bool, error) {
	stream, err := client.Play(context.Background())
	if err != nil {
		return false, err
	}
	// Send returns io.EOF on a stream that has ended; Recv then says why.
	_ = stream.Send(&pb.BotMessage{Hello: &pb.Hello{
		ProtocolVersion: 1,
		Bot:             os.Getenv("LUTETIA_BOT"),
		Token:           os.Getenv("LUTETIA_TOKEN"),
		MaxMatches:      maxMatches,
	}})
	messages, ended := make(chan *pb.ArbiterMessage), make(chan error, 1)
	go func() {
		for {
			message, err := stream.Recv()
			if err != nil {
				ended <- err
				return
			}
			messages <- message
		}
	}()
	welcomed := false
	for {
		select {
		case message := <-messages:
			welcomed = true
			if answers := answer(matches, message); len(answers) > 0 {
				_ = stream.Send(&pb.BotMessage{Answers: answers})
			}
		// After Ctrl-C, whether it came now or between two streams: no further match; those that have
		// begun are played to their end.
		case <-leaving:
			leaving = nil // said once per stream
			_ = stream.Send(&pb.BotMessage{Goodbye: &pb.Goodbye{}})
		case err := <-ended:
			if err == io.EOF {
				err = nil
			}
			return welcomed, err
		}
	}
}

// answer returns the answers to all turns of a message, to be sent together.
func answer(matches map[uint64]*Match, message *pb.ArbiterMessage) []*pb.Answer {
	for _, start := range message.Starts {
		if matches[start.MatchId] == nil { // else it goes on after a lost stream
			matches[start.MatchId] = &Match{Start: start, answered: &pb.Answer{}}
		}
	}
	var answers []*pb.Answer
	for _, turn := range message.Turns {
		match := matches[turn.MatchId]
		// A turn that comes again has been decided: its answer was lost.
		if match.answered.TurnId != turn.TurnId {
			match.answered = &pb.Answer{
				MatchId: turn.MatchId, TurnId: turn.TurnId, ActionIndex: uint32(choose(match, turn)),
			}
		}
		answers = append(answers, match.answered)
	}
	for _, over := range message.Overs {
		delete(matches, over.MatchId)
	}
	return answers
}
