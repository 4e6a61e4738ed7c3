"""The theorems as objects: what is claimed of the protocol, and under which assumptions."""
