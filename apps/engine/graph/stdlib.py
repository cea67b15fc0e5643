"""Names every program knows: modules of Python's standard library, its builtins, globals of JavaScript and of its test runners.

Fixed here, so that results do not depend on the Python that runs.
"""

from __future__ import annotations

_STDLIB = """
__future__ _thread _typeshed abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb
binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall
concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib
dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib
functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp
importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math
mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator
optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile
pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy
sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3
sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable sys sysconfig
syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace
traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave weakref
webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo
"""
STDLIB = frozenset(_STDLIB.split())
_BUILTINS = """
ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError BufferError
BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError
DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup False FileExistsError
FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError
InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError None
NotADirectoryError NotImplemented NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError
ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration
SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError True TypeError UnboundLocalError UnicodeDecodeError
UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError
__import__ abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex
copyright credits delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash
help hex id input int isinstance issubclass iter len license list locals map max memoryview min next object oct open ord pow
print property quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip
"""
BUILTINS = frozenset(_BUILTINS.split())
_SCRIPT_GLOBALS = """
AbortController AggregateError Array ArrayBuffer Atomics BigInt Blob Boolean Buffer Bun DataView Date Deno Error EvalError
Event EventSource EventTarget File FileReader FormData Function Headers Image Infinity IntersectionObserver Intl JSON Map Math
MutationObserver NaN Notification Number Object Promise Proxy RangeError ReadableStream ReferenceError Reflect RegExp Request
ResizeObserver Response Set String Symbol SyntaxError TextDecoder TextEncoder TypeError URIError URL URLSearchParams WeakMap
WeakRef WeakSet WebAssembly WebSocket Worker XMLHttpRequest __dirname __filename after afterAll afterEach alert atob before
beforeAll beforeEach btoa cancelAnimationFrame clearImmediate clearInterval clearTimeout confirm console context crypto
customElements cy decodeURI decodeURIComponent describe document encodeURI encodeURIComponent escape eval expect exports fetch
global globalThis history indexedDB isFinite isNaN it jest localStorage location matchMedia module navigator parseFloat
parseInt performance postMessage process prompt queueMicrotask requestAnimationFrame requestIdleCallback require screen self
sessionStorage setImmediate setInterval setTimeout structuredClone test undefined unescape vi vitest window
"""
SCRIPT_GLOBALS = frozenset(_SCRIPT_GLOBALS.split())
