"""What the referee and the jury decide: penalties, complaints, deductions, protests."""
