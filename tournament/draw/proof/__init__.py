"""The proof of a draw: sealed before, opened after, checked by anybody (docs/draw-proof.md).

Before registration closes, the commitment is published: a fingerprint of a secret, the settings and
the program. After it has closed, the list of players is sealed. Only then the audience gives a
number. The seed follows from secret and number, so neither the direction nor the audience can steer
it. The proof document has all of this, step by step; every step is sealed together with all steps
before it, so none can be changed, left out or inserted later without changing the last seal.

scripts/replay_draw.py checks such a document; it shares no code with this module on purpose.
"""
