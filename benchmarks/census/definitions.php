<?php
// Classes, interfaces, traits, enums, functions and methods of the files named on the standard input, by PHP's own tokens:
// {file: [[dotted name, line], …] or why it can't be read}.

function definitions(string $text): array
{
    $tokens = array_values(array_filter(
        PhpToken::tokenize($text, TOKEN_PARSE),
        fn (PhpToken $token): bool => !$token->isIgnorable(),
    ));
    $found = [];
    $scopes = [];   // [name, depth of braces inside]
    $pending = [];  // [name, depth of brackets]: scopes whose brace is still to come
    $braces = $brackets = 0;
    $importing = false;
    foreach ($tokens as $at => $token) {
        $before = $tokens[$at - 1] ?? null;
        $next = $tokens[$at + 1] ?? null;
        if ($token->is(T_USE) && !$before?->is(')')) {
            $importing = true;
        } elseif ($token->is(['(', '[', T_ATTRIBUTE])) {
            $brackets++;
        } elseif ($token->is([')', ']'])) {
            $brackets--;
        } elseif ($token->is(['{', T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES])) {
            $braces++;
            if ($token->is('{') && $pending && end($pending)[1] === $brackets) {
                $scopes[] = [array_pop($pending)[0], $braces];
            }
        } elseif ($token->is('}')) {
            if ($scopes && end($scopes)[1] === $braces) {
                array_pop($scopes);
            }
            $braces--;
            $importing = $importing && $next?->is(';');
        } elseif ($token->is(';')) {
            $importing = false;
            if ($pending && end($pending)[1] === $brackets) {
                array_pop($pending);
            }
        } elseif ($token->is(T_NAMESPACE) && $next?->is([T_STRING, T_NAME_QUALIFIED])) {
            $pending[] = [str_replace('\\', '.', $next->text), $brackets];
        }
        $name = $importing ? null : named($tokens, $at);
        if ($name === null) {
            continue;
        }
        $path = implode('.', [...array_column($scopes, 0), $name[0]]);
        $found[] = [$path, $name[1]];
        $pending[] = [$name[0], $brackets];
    }
    return $found;
}

/** [name, line] of the definition that begins at a token, null where none does. */
function named(array $tokens, int $at): ?array
{
    $token = $tokens[$at];
    $before = $tokens[$at - 1] ?? null;
    $next = $tokens[$at + 1] ?? null;
    if ($next === null || $before?->is([T_DOUBLE_COLON, T_OBJECT_OPERATOR, T_NULLSAFE_OBJECT_OPERATOR, T_CONST, T_CASE, T_FUNCTION])) {
        return null;
    }
    if ($token->is([T_INTERFACE, T_TRAIT, T_ENUM])) {
        return [$next->text, $next->line];
    }
    if ($token->is(T_CLASS)) {
        return $next->is(T_STRING) ? [$next->text, $next->line] : [unnamed($tokens, $at), $token->line];
    }
    if ($token->is(T_FUNCTION)) {
        if (ltrim($next->text) === '&') {
            $next = $tokens[$at + 2];
        }
        return preg_match('/^\w+$/', $next->text) ? [$next->text, $next->line] : null;
    }
    return null;
}

/** What a class without a name is called: after what it extends, or implements first. */
function unnamed(array $tokens, int $at): string
{
    $depth = 0;
    $name = 'class';
    for ($at++; isset($tokens[$at]); $at++) {
        $depth += match (true) { $tokens[$at]->is('(') => 1, $tokens[$at]->is(')') => -1, default => 0 };
        if ($depth === 0 && $tokens[$at]->is('{')) {
            break;
        }
        if ($depth === 0 && $tokens[$at]->is([T_EXTENDS, T_IMPLEMENTS])) {
            $parts = explode('\\', $tokens[$at + 1]->text);
            $name = end($parts);
            break;
        }
    }
    return "$name@anonymous";
}

$out = [];
while (($path = fgets(STDIN)) !== false) {
    $path = rtrim($path, "\n");
    try {
        $out[$path] = definitions(file_get_contents($path));
    } catch (ParseError $error) {
        $out[$path] = $error->getMessage();
    }
}
echo json_encode($out ?: new stdClass(), JSON_INVALID_UTF8_SUBSTITUTE);
