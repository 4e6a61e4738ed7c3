"""The face: commands are handed results and print them."""
