"""English words of the table of what happens next; {soloist} and {dealer} are positions."""

NEXT_COLUMNS = (
    "Table", "Games", "Dealer", "Next game", "Owe", "Normal left", "Solos left", "Forced from",
)  # fmt: skip
TIME_UP_COLUMNS = ("Table", "Games", "Struck", "Still to play")
COMPLETE = "complete"
NOTHING = "-"
FREE_GAME = "free"
FORCED_GAME = "forced: {soloist}"
FORCED_FROM = "{first}, at latest {latest}"
FORCED_SOLO = "{soloist} ({dealer} deals)"
FORCED_SOLO_PASSED_OVER = "{soloist} ({dealer} deals instead)"
IN_DOUBT = "? The list contradicts itself or the rules: check it first."
DEAL_BEGUN = "A game dealt before time was up is finished first: write it down, then look again."
