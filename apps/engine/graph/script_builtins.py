"""What the built-in functions of JavaScript do with functions and objects that are given to them."""

from __future__ import annotations

# Methods that call the function they are given: which of its parameters get an element of the receiver.
ELEMENT_CALLBACKS: dict[str, tuple[int, ...]] = {
    "map": (0,),
    "forEach": (0,),
    "filter": (0,),
    "find": (0,),
    "findLast": (0,),
    "findIndex": (0,),
    "findLastIndex": (0,),
    "some": (0,),
    "every": (0,),
    "flatMap": (0,),
    "reduce": (1,),
    "reduceRight": (1,),
    "sort": (0, 1),
    "toSorted": (0, 1),
}
PROMISE_CALLBACKS: dict[str, tuple[int, ...]] = {"then": (0,), "catch": (), "finally": ()}
# Names that are hardly ever anything but these methods: their callback runs whatever the receiver is.
CALLBACKS = ELEMENT_CALLBACKS | PROMISE_CALLBACKS
# Functions that call the one they are given.
RUNNERS = frozenset({
    "setTimeout", "setInterval", "setImmediate", "queueMicrotask", "requestAnimationFrame", "requestIdleCallback",
    "process.nextTick", "Promise", "Array.from", "Reflect.apply", "structuredClone", "react.useEffect", "react.useLayoutEffect",
    "react.useMemo",
})  # fmt: skip
# What methods of arrays, sets and maps give back.
SAME = frozenset({"filter", "slice", "reverse", "sort", "concat", "splice", "toSorted", "toReversed", "values", "add", "set"})
ELEMENT = frozenset({"find", "findLast", "pop", "shift", "at", "get"})
FILLERS = frozenset({"push", "unshift", "set", "add"})
# Functions that give back what they are given first.
FIRST = frozenset({
    "Object.create", "Object.freeze", "Object.seal", "Object.setPrototypeOf", "Object.defineProperty", "Promise.resolve",
    "Promise.race", "Promise.all", "Promise.allSettled", "Promise.any", "Object.defineProperties", "structuredClone",
    "react.memo", "react.forwardRef", "react.useCallback", "React.memo", "React.forwardRef", "React.useCallback", "Proxy",
})  # fmt: skip
CONTAINERS = {"Array": "Array", "Map": "Map", "WeakMap": "Map", "Set": "Set", "WeakSet": "Set"}
# Functions that run program text.
EVALUATORS = frozenset({"eval", "Function", "setTimeout", "setInterval"})
