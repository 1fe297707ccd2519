"""Views, one package per kind of reader."""
