"""The search for groupings: one state of people at tables, one move, one cost.

The move is always an exchange of two people. Tabu search, annealing and greedy assignment differ
only in the moves they consider and those they make.
"""
