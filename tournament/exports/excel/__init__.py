"""The workbook of a tournament."""

from tournament.exports.excel.workbook import workbook

__all__ = ["workbook"]
