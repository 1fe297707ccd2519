"""The pages, one room per kind of reader."""
