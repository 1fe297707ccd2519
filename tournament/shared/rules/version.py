"""The version of the program, as it stands on every proof of a draw."""

VERSION = "0.4.0"
