"""Files that are sent."""

from django.core.files.uploadedfile import UploadedFile

from tournament.errors import Refused
from tournament.imports.base import MAX_MEGABYTES, MEGABYTE


def read_upload(upload: UploadedFile) -> bytes:
    """The bytes of a list; refused if it is too large to be held in memory ("file_too_large")."""
    if (upload.size or 0) > MAX_MEGABYTES * MEGABYTE:
        raise Refused("file_too_large", megabytes=MAX_MEGABYTES)
    data: bytes = upload.read()
    return data
