"""Half the Battle."""
