"""Lists of results: their columns declared once, for page, paper, workbook, CSV and text."""
