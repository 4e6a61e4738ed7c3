"""Worlds from several trades, each with judged records."""
