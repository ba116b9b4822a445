"""The shuffle that a seed stands for: ChaCha with 8 rounds, and numbers drawn from its words."""

import struct

MASK = 0xFFFFFFFF


def quarter_round(s, a, b, c, d):
    for first, second, third, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        s[first] = (s[first] + s[second]) & MASK
        mixed = s[third] ^ s[first]
        s[third] = ((mixed << turn) | (mixed >> (32 - turn))) & MASK


def words(seed):
    """The stream of 32-bit words of a seed, without end."""
    key = list(struct.unpack("<8I", struct.pack("<Q", seed) + bytes(24)))
    constants = list(struct.unpack("<4I", b"expand 32-byte k"))
    counter = 0
    while True:
        start = constants + key + [counter & MASK, counter >> 32, 0, 0]
        state = start[:]
        for _ in range(4):                                   # two rounds each time
            for i in range(4):
                quarter_round(state, i, 4 + i, 8 + i, 12 + i)
            for i in range(4):
                quarter_round(state, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
        yield from ((x + y) & MASK for x, y in zip(state, start))
        counter += 1


def below(bound, stream):
    """A number below bound, each as likely as any other."""
    fair = 2**32 // bound * bound
    return next(word for word in stream if word < fair) % bound


def shuffled(stream):
    numbers = list(range(1, 17))
    for i in range(15, 0, -1):
        other = below(i + 1, stream)
        numbers[i], numbers[other] = numbers[other], numbers[i]
    return numbers
