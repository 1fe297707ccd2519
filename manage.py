#!/usr/bin/env python
"""The command line of the program: `manage.py COMMAND`."""

import os
import sys

from tournament.config.start import run

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings")
    run(sys.argv)
