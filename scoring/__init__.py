"""The rules of one game and one score sheet: pure Python, no Django, no files, no clock.

Values go in; codes and values come out, never sentences (`scoring.english` has plain ones).
Paragraphs of the TSR (edition of 21.02.2026) are quoted where something follows from them.

    scoring.game        evaluate(game): winner, value, points and a breakdown by paragraph
    scoring.rulesets    rule_set(name, options): the rules by which a sheet is judged
    scoring.sheet       check(sheet): what is wrong with a list, each mistake once, where it is
    scoring.totals      check_totals(sheet): the same where only the totals are known
    scoring.doctor      propose(sheet): corrections that make a list with a slip consistent
    scoring.outlook     outlook(sheet): who deals next, who owes a solo, who is forced
                        hall_outlook(sheets): the same for all tables, the urgent ones first
    scoring.notation    parse_line, write_line: a game as one line of text
    scoring.referee     judge_call, rule_on: is this call in time, what follows from a violation
    scoring.model       Row, ScoreSheet, TotalsSheet, Penalty; scoring.findings what a check says
    scoring.json_format sheet_from_json, sheet_to_json; scoring.game has those of a game, and
                        scoring.doctor that of a proposal
"""
