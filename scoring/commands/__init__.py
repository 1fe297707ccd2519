"""The commands of `python -m scoring`: standard input to standard output, plain English."""
