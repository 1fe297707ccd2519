"""Decisions of the referee and the jury: penalties, complaints, deductions, protests."""
