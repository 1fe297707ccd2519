"""The WSGI application, for any WSGI server; `manage.py serve` serves it with waitress."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings")
application = get_wsgi_application()
