# Plays `tabiya uci` against itself under python-chess, and prints what went wrong as JSON. Called by
# ../under_python_chess.rs: games.py TABIYA GAMES clock|nodes
import json
import random
import sys
import time

import chess
import chess.engine

BANK, INCREMENT, OVERHEAD_MS = 2.0, 0.1, 50
NODES = 1_500
# Patience for one move, far beyond any clock here.
STALL = 60.0


def start(tabiya):
    engine = chess.engine.SimpleEngine.popen_uci([tabiya, "uci"], timeout=STALL)
    engine.configure({"Move Overhead": OVERHEAD_MS})
    return engine


def opening(number, dice):
    """Standard chess and Chess960, a few moves in."""
    if number % 4 == 3:
        board = chess.Board.from_chess960_pos(dice.randrange(960))
    else:
        board = chess.Board()
    for _ in range(dice.randrange(2, 9)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(dice.choice(moves))
    return board


def play(board, engines, by_clock, faults):
    clock = [BANK, BANK]
    game = object()
    plies = 0
    while not board.outcome(claim_draw=True) and plies < 400:
        side = 0 if board.turn else 1
        if by_clock:
            limit = chess.engine.Limit(
                white_clock=clock[0], black_clock=clock[1], white_inc=INCREMENT, black_inc=INCREMENT
            )
        else:
            limit = chess.engine.Limit(nodes=NODES)
        begun = time.monotonic()
        # It answers for the move: illegal ones and silence are errors.
        move = engines[side].play(board, limit, game=game).move
        spent = time.monotonic() - begun
        if move is None or move not in board.legal_moves:
            faults.append({"fen": board.fen(), "move": str(move)})
            return
        if by_clock and spent >= clock[side]:
            faults.append({"fen": board.fen(), "late": round(spent - clock[side], 3)})
            return
        clock[side] += INCREMENT - spent
        board.push(move)
        plies += 1


def main():
    tabiya, games, by_clock = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "clock"
    dice = random.Random(7)
    engines = [start(tabiya), start(tabiya)]
    offered = list(engines[0].options["Level"].var)
    faults, results = [], {}
    for number in range(games):
        # Every third game is one between people's levels.
        levels = dice.sample(offered, 2) if number % 3 == 2 else ["Full", "Full"]
        for engine, level in zip(engines, levels):
            engine.configure({"Level": level})
        board = opening(number, dice)
        try:
            play(board, engines, by_clock, faults)
        except (chess.engine.EngineError, TimeoutError) as error:
            faults.append({"fen": board.fen(), "error": repr(error)})
            engines = [start(tabiya), start(tabiya)]
        outcome = board.outcome(claim_draw=True)
        name = outcome.termination.name if outcome else "UNFINISHED"
        results[name] = results.get(name, 0) + 1
        print(f"{number + 1} of {games}: {results}", file=sys.stderr, flush=True)
    for engine in engines:
        engine.quit()
    print(json.dumps({"games": games, "results": results, "faults": faults}))


main()
