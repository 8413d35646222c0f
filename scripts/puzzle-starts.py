#!/usr/bin/env python3
"""Positions in which rare puzzles are near, as tiny games for `tabiya puzzles vary`.

    scripts/puzzle-starts.py underpromotion 6000 SEED > starts.pgn
    scripts/puzzle-starts.py smothered 6000 SEED > starts.pgn
    scripts/puzzle-starts.py stalemate 6000 SEED > starts.pgn
    scripts/puzzle-starts.py shuffled 3000 SEED games.pgn > starts.pgn

The first three draw a position by chance in which one side may have such a move, and take back a
quiet move of the other side: that move is one of the mistakes that `vary` tries. `shuffled` takes
positions of games and puts about half of the pieces on other squares. What comes of it is judged by
`vary` alone. Needs python-chess (scripts/need-python-chess.sh says which Python has it).
"""

import random
import sys

import chess
import chess.pgn

MINOR = [chess.BISHOP, chess.KNIGHT]
PIECES = [chess.ROOK, *MINOR]


class Draw:
    """A board that is being filled; White is the side that will solve."""

    def __init__(self, chance):
        self.chance = chance
        self.board = chess.Board(None)

    def put(self, square, color, role):
        """Puts a man on a free square."""
        if self.board.piece_at(square) is None:
            self.board.set_piece_at(square, chess.Piece(role, color))

    def somewhere(self, ranks=range(8)):
        return chess.square(self.chance.randrange(8), self.chance.choice(list(ranks)))

    def pieces(self, color, most, ranks=range(8), roles=PIECES):
        for _ in range(self.chance.randrange(most + 1)):
            self.put(self.somewhere(ranks), color, self.chance.choice(roles))

    def pawns(self, color, least, most, ranks=range(1, 6)):
        for _ in range(self.chance.randrange(least, most + 1)):
            square = self.somewhere(ranks)
            self.put(square if color else chess.square_mirror(square), color, chess.PAWN)


def underpromotion(draw):
    """King and queen or rook stand where a knight on the promotion square would fork them."""
    chance = draw.chance
    file = chance.randrange(8)
    beside = file + chance.choice([0, 0, 0, -1, 1])
    if not 0 <= beside < 8:
        return
    promotion = chess.square(beside, 7)
    draw.put(chess.square(file, 6), chess.WHITE, chess.PAWN)
    if beside != file:
        draw.put(promotion, chess.BLACK, chance.choice(PIECES))
    forked = list(chess.SquareSet(chess.BB_KNIGHT_ATTACKS[promotion]))
    chance.shuffle(forked)
    draw.put(forked[0], chess.BLACK, chess.KING)
    draw.put(forked[1], chess.BLACK, chance.choice([chess.QUEEN, chess.QUEEN, chess.ROOK]))
    draw.put(draw.somewhere(range(4)), chess.WHITE, chess.KING)
    draw.pieces(chess.WHITE, 2, range(6))
    draw.pieces(chess.BLACK, 1)
    draw.pawns(chess.WHITE, 0, 3)
    draw.pawns(chess.BLACK, 0, 4)


def smothered(draw):
    """A king in the corner behind his men; knight and queen of the other side are on their way."""
    chance = draw.chance
    corner = chance.choice([chess.H8, chess.H8, chess.G8])
    draw.put(corner, chess.BLACK, chess.KING)
    draw.put(chess.G7, chess.BLACK, chess.PAWN)
    draw.put(chess.H7, chess.BLACK, chess.PAWN)
    last = chess.G8 if corner == chess.H8 else chess.F8
    draw.put(chance.choice([chess.F8, chess.E8, chess.D8, last]), chess.BLACK, chess.ROOK)
    draw.pieces(chess.BLACK, 1, roles=[chess.QUEEN])
    near = [chess.E5, chess.G5, chess.H6, chess.D6, chess.D8, chess.F7, chess.E4, chess.C7, chess.F4]
    draw.put(chance.choice(near), chess.WHITE, chess.KNIGHT)
    diagonal = [chess.C4, chess.B3, chess.A2, chess.D5, chess.E6]
    queen = chance.choice([chance.choice(diagonal), draw.somewhere(range(6))])
    draw.put(queen, chess.WHITE, chess.QUEEN)
    king = chance.choice([chess.G1, chess.H1, chess.G2, chess.C1, chess.B1])
    draw.put(king, chess.WHITE, chess.KING)
    for square in (chess.F2, chess.G2, chess.H2):
        if chance.random() < 0.75:
            draw.put(square, chess.WHITE, chess.PAWN)
    draw.pawns(chess.WHITE, 0, 2, range(1, 4))
    draw.pawns(chess.BLACK, 1, 3, range(1, 4))
    draw.pieces(chess.BLACK, 2, range(3, 8))
    draw.pieces(chess.WHITE, 2, range(4))


def stalemate(draw):
    """A king at the edge with hardly a move, one piece left, and far behind."""
    chance = draw.chance
    edge = [chess.H1, chess.A1, chess.H2, chess.H3, chess.H4, chess.G1, chess.A3, chess.H5, chess.A4]
    draw.put(chance.choice(edge), chess.WHITE, chess.KING)
    draw.put(draw.somewhere(), chess.WHITE, chance.choice([chess.QUEEN, chess.ROOK, chess.ROOK]))
    for _ in range(chance.randrange(4)):
        square = draw.somewhere(range(1, 5))
        if draw.board.piece_at(square) is None and draw.board.piece_at(square + 8) is None:
            draw.put(square, chess.WHITE, chess.PAWN)
            draw.put(square + 8, chess.BLACK, chess.PAWN)
    draw.put(draw.somewhere(), chess.BLACK, chess.KING)
    draw.put(draw.somewhere(), chess.BLACK, chess.QUEEN)
    draw.pieces(chess.BLACK, 1)
    draw.pawns(chess.BLACK, 0, 3, range(1, 6))


def taken_back(board, chance):
    """The position before some quiet move of Black, and that move; None if there is none."""
    men = list(chess.SquareSet(board.occupied_co[chess.BLACK]))
    chance.shuffle(men)
    for to in men:
        man = board.piece_at(to)
        if man.piece_type == chess.PAWN:
            origins = [to + 8] if chess.square_rank(to) < 6 else []
        else:
            origins = list(board.attacks(to))
        chance.shuffle(origins)
        for origin in origins:
            if board.piece_at(origin) is not None:
                continue
            before = board.copy()
            before.remove_piece_at(to)
            before.set_piece_at(origin, man)
            before.turn = chess.BLACK
            move = chess.Move(origin, to)
            fits = before.is_valid() and not before.is_check() and move in before.legal_moves
            if fits and before.legal_moves.count() > 3:
                return before, move
    return None


def drawn(kind, chance):
    """Positions of a kind, each with the move that shall not be the one played."""
    while True:
        draw = Draw(chance)
        kind(draw)
        draw.board.turn = chess.WHITE
        found = taken_back(draw.board, chance) if draw.board.is_valid() else None
        if found is None:
            continue
        board, move = found
        if chance.random() < 0.5:
            board = board.mirror()
            move = chess.Move(*map(chess.square_mirror, (move.from_square, move.to_square)))
        if chance.random() < 0.5:
            board = board.transform(chess.flip_horizontal)
            move = chess.Move(move.from_square ^ 7, move.to_square ^ 7)
        yield board, move


def shuffled(path, chance):
    """Positions of games with some of their pieces elsewhere, on squares that suit them."""
    games = []
    with open(path, encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            games.append(game)
    while True:
        game = chance.choice(games)
        moves = list(game.mainline_moves())
        if len(moves) < 30:
            continue
        board = game.board()
        for move in moves[: chance.randrange(12, min(60, len(moves)))]:
            board.push(move)
        pieces = chess.SquareSet(board.occupied & ~board.pawns & ~board.kings)
        if len(pieces) < 7:
            continue
        board = chess.Board(board.board_fen())
        board.castling_rights = chess.BB_EMPTY
        for square in pieces:
            if chance.random() < 0.55:
                move_piece(board, square, chance)
        board.turn = chance.random() < 0.5
        quiet = [move for move in board.legal_moves if not board.is_capture(move)]
        if board.is_valid() and not board.is_check() and len(quiet) >= 8:
            yield board, None


def move_piece(board, square, chance):
    """Puts a piece on a free square, bishops on one of their color, few far behind."""
    piece = board.piece_at(square)
    ranks = range(2, 8) if piece.color else range(0, 6)
    for _ in range(12):
        to = chess.square(chance.randrange(8), chance.choice(list(ranks)))
        same = bool(chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES) == bool(
            chess.BB_SQUARES[to] & chess.BB_LIGHT_SQUARES
        )
        if board.piece_at(to) is None and (piece.piece_type != chess.BISHOP or same):
            board.remove_piece_at(square)
            board.set_piece_at(to, piece)
            return


KINDS = {"underpromotion": underpromotion, "smothered": smothered, "stalemate": stalemate}


def main():
    if len(sys.argv) not in (4, 5) or (sys.argv[1] == "shuffled") != (len(sys.argv) == 5):
        sys.exit(__doc__)
    name, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    chance = random.Random(seed)
    positions = shuffled(sys.argv[4], chance) if name == "shuffled" else drawn(KINDS[name], chance)
    number = 0
    while number < count:
        board, mistake = next(positions)
        promotions = (None, chess.QUEEN)
        moves = [m for m in board.legal_moves if m != mistake and m.promotion in promotions]
        if not moves:
            continue
        played = board.san(chance.choice(moves))
        turn = "1." if board.turn else "1..."
        print('[Event "Levels of Tabiya"]\n[White "Sofia"]\n[Black "Sofia"]')
        print(f'[GameId "{name}{seed}-{number}"]\n[SetUp "1"]\n[FEN "{board.fen()}"]\n')
        print(f"{turn} {played} *\n")
        number += 1


if __name__ == "__main__":
    main()
