#!/usr/bin/env python
"""The command line of the program: `manage.py COMMAND`."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings")
    execute_from_command_line(sys.argv)
