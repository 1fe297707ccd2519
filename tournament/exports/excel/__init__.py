"""The workbook of a tournament."""
