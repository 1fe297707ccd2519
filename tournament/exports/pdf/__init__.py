"""Paper: seat lists, score sheets, results. WeasyPrint is loaded on first use."""
