"""The search for who sits together: one state of people at tables, one move, one cost.

The move is always that two people change places. Tabu search, annealing and greedy assignment
differ only in the moves they look at and in those they make.
"""
