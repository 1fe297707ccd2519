"""The registration desk: who is there, and who comes without being entered."""
