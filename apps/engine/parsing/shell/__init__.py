"""Shell: functions, commands, sourced files, variables that come from outside."""
