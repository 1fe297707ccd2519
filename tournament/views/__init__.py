"""The pages, one package per kind of reader."""
