"""The promises about speed, measured: each module exits 1 if one is missed."""
