"""The rules: questions, protection, triggers, rights, zones, plays, power, the turn and scoring."""
