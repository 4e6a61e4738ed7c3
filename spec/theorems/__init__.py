"""The theorems as objects: what is claimed, and under which assumptions."""
