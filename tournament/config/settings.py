"""Django settings. What differs between machines comes from `environment.py`."""

import importlib.util
import os
import sys
from hashlib import sha256
from pathlib import Path

from django.utils.functional import SimpleLazyObject

from tournament.archives.rules.archive import MEGABYTE, MOST_MEGABYTES
from tournament.config import environment
from tournament.shared.rules.version import VERSION

BASE_DIR = environment.PROJECT
FILES = environment.FILES  # shipped with the program: templates, fixtures

# Read, or first created, when something is signed: a bare call in a checkout creates no keys.
SECRET_KEY = SimpleLazyObject(environment.secret_key)
SIGNING_SECRET = SimpleLazyObject(environment.signing_secret)
DEBUG = False
LISTEN = environment.listen()
_EVERY_ADDRESS = {"", "0.0.0.0", "[::]"}  # noqa: S104  # recognised, not chosen
LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]", *{LISTEN.rpartition(":")[0]} - _EVERY_ADDRESS]
# Further names or addresses of this machine.
NAMED_HOSTS = [*filter(None, map(str.strip, os.environ.get("KREUZDAME_HOSTS", "").split(",")))]
# While others are let in, their address is added (management/server.py).
ALLOWED_HOSTS = [*LOCAL_HOSTS, *NAMED_HOSTS]
IS_SERVER = environment.is_server()

INSTALLED_APPS = [
    "tournament",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",  # Django's own server asks the middleware as well
    "django.contrib.staticfiles",
    "django_tables2",
]

MIDDLEWARE = [
    "tournament.views.middleware.watched",
    "django.middleware.security.SecurityMiddleware",
    "tournament.views.middleware.CompressedForOthers",
    "tournament.views.static_files.StaticFiles",
    "tournament.views.middleware.with_policy",
    "tournament.views.middleware.while_restoring",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "tournament.views.middleware.in_words",
    "django.middleware.csrf.CsrfViewMiddleware",
    "tournament.views.middleware.one_counts",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournament.views.middleware.SignInFirst",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "tournament.config.urls"
WSGI_APPLICATION = "tournament.config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [FILES / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "tournament.views.access.place_of",
                "tournament.views.kept_pages.token",
            ],
            # Every template knows all of them: none has to load what it uses.
            "builtins": [
                *(f"django.templatetags.{name}" for name in ("cache", "i18n", "l10n", "static")),
                "django_tables2.templatetags.django_tables2",
                *(
                    f"tournament.templatetags.{each.stem}"
                    for each in Path(__file__).parents[1].glob("templatetags/[a-z]*.py")
                ),
            ],
        },
    }
]

# --- Database: DATABASE_URL, by default the SQLite file in var/ -----------------------------------

# A connection is kept for a minute (backup/gate.py); not on Windows, where a file that
# is open anywhere cannot be replaced.
CONN_MAX_AGE = 0 if os.name == "nt" else 60
DATABASES = {
    "default": {**environment.database(), "CONN_MAX_AGE": CONN_MAX_AGE, "CONN_HEALTH_CHECKS": True}
}
DATABASE_NAME = DATABASES["default"]["NAME"]  # what another process of the program finds, too
if DATABASES["default"]["ENGINE"] == environment.SQLITE:
    # Else django_tables2 loads PostgreSQL's driver at every start, for a kind of column that no
    # list has.
    sys.modules["django.contrib.postgres.fields"] = None  # type: ignore[assignment]
    DATABASES["default"]["OPTIONS"] = {
        "factory": environment.open_sqlite,
        # A transaction takes the write lock when it begins, so that two writers queue up (for at
        # most `timeout` seconds) instead of failing half-way.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # WAL: readers never wait for the writer. FULL: an acknowledged save survives an empty
        # laptop battery.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;PRAGMA foreign_keys=ON;"
        # Deleted data is overwritten, whatever SQLite's build option says.
        "PRAGMA secure_delete=ON;",
    }

# Copies made while the program runs.
BACKUP_DIRECTORY = environment.var_directory() / "backups"
SECOND_PLACE = os.environ.get("KREUZDAME_SECOND_PLACE", "")  # a folder, never created

# --- People: contact data is deleted after so many months -----------------------------------------

CONTACT_MONTHS = environment.contact_months()

# --- Accounts -------------------------------------------------------------------------------------

AUTH_USER_MODEL = "tournament.User"
AUTHENTICATION_BACKENDS = ["tournament.accounts.signed_in.Accounts"]
SESSION_ENGINE = "tournament.accounts.signed_in"
# The first hashes new passwords; others are rehashed with it at the next sign-in.
PASSWORD_HASHERS = [
    "tournament.accounts.hashing.Argon2",
    "tournament.accounts.hashing.PBKDF2",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
CSRF_FAILURE_VIEW = "tournament.views.middleware.old_form"
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "sign-in"

# --- Safety ---------------------------------------------------------------------------------------

SESSION_COOKIE_AGE = 60 * 60 * 24 * 3  # a tournament weekend
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = environment.behind_https()
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if environment.behind_https() else None
)
CSRF_COOKIE_HTTPONLY = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Lists of players are small; anything larger is a mistake or an attack.
FILE_UPLOAD_MAX_MEMORY_SIZE = DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
# Maximum request body in bytes before the program looks at it (management/server.py).
NEW_LIST_EVERY = 10  # seconds, on phones: hundreds ask while one table after the other comes in
BODY_OF_STRANGERS = 64 * 1024  # they send names, codes and passwords
BODY_OF_ACCOUNTS = 4 * MEGABYTE
# URL name -> bytes, for signed-in owners: the file and the form around it.
LARGER_BODIES = {"archive-take": MOST_MEGABYTES * MEGABYTE + BODY_OF_STRANGERS}
DATA_UPLOAD_MAX_NUMBER_FIELDS = 3000

# --- Language and time ----------------------------------------------------------------------------

LANGUAGE_CODE = "de"
LANGUAGES = [("de", "Deutsch"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "tournament" / "locale"]
FORMAT_MODULE_PATH = ["tournament.config.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Berlin"

# --- Static files: ours and the typeface, served from where they lie ------------------------------


def _font_files(package: str) -> Path:
    found = importlib.util.find_spec(package.replace("-", "_"))
    if found is None or found.origin is None:
        raise RuntimeError(f"The package {package} is missing: see requirements.txt.")
    return Path(found.origin).parent / "files"


FONT_DIRECTORY = _font_files("font-source-sans-pro")
SERIF_DIRECTORY = _font_files("font-source-serif-pro")  # for papers that are kept
# The typeface made small for browsers (scripts/web_fonts.py), before faces.css of `static`.
WEB_FONTS = BASE_DIR / "tournament" / "webfonts"
# One hash for all, in the address: scripts and styles find each other by relative paths, and a
# browser that has one of them need not ask again for a year. The version stands for the files of
# other packages.
_hash = sha256(VERSION.encode())
for _static in (BASE_DIR / "tournament" / "static", WEB_FONTS):
    for _path in sorted(path for path in _static.rglob("*") if path.is_file()):
        _hash.update(_path.relative_to(_static).as_posix().encode() + _path.read_bytes())
STATIC_URL = f"/static/{_hash.hexdigest()[:12]}/"
STATICFILES_DIRS = [*([WEB_FONTS] if WEB_FONTS.is_dir() else []), ("fonts", FONT_DIRECTORY)]
WHITENOISE_USE_FINDERS = True
WHITENOISE_IMMUTABLE_FILE_TEST = "."  # any

FIXTURE_DIRS = [FILES / "fixtures"]  # `loaddata beispiel`
DJANGO_TABLES2_TEMPLATE = "components/table.html"

# --- What a club's server is watched by -----------------------------------------------------------

METRICS_TOKEN = os.environ.get("KREUZDAME_METRICS_TOKEN", "")  # to read them
_JSON = environment.logs_as_json()
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "tournament.config.logs.JsonLines"}} if _JSON else {},
    "handlers": {
        "console": {"class": "logging.StreamHandler", **({"formatter": "json"} if _JSON else {})}
    },
    "loggers": {
        "django.request": {"handlers": ["console"], "level": "ERROR", "propagate": False},
        "kreuzdame.database": {"handlers": ["console"], "level": "ERROR", "propagate": False},
        "kreuzdame.requests": {
            "handlers": ["console"],
            "level": "INFO" if _JSON else "ERROR",
            "propagate": False,
        },
    },
}
