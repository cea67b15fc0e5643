"""What C and C++ share: declarators, macros that the grammars do not know, members, expressions."""
