"""Every history: from which size on a longer record answers nothing new."""
