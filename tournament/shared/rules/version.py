"""The version of the program, part of every proof of a draw."""

VERSION = "0.4.0"
