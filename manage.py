#!/usr/bin/env python
"""The command line of the program: `manage.py COMMAND`."""

import sys

from tournament.config.start import run

if __name__ == "__main__":
    run(sys.argv)
