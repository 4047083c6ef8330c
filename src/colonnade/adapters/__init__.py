"""The games in the field's own conventions: OpenSpiel's and PettingZoo's, each an extra."""
