"""Paper: seat lists, score sheets, results. WeasyPrint is loaded when the first one is made."""
