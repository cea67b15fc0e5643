"""The portal's icons: strokes on a 20 × 20 grid, coloured by the text around them."""

from __future__ import annotations

ICONS = {
    "alert": '<path d="M10 3.5 18 17H2L10 3.5Z"/><path d="M10 8.5v3.5M10 14.4v.1"/>',
    "ask": '<path d="M3.5 4.5h13v9H9.5L6 16.5v-3H3.5v-9Z"/><path d="M8.2 7.8a1.8 1.8 0 1 1 2.6 1.6c-.5.3-.8.6-.8 1.1M10 12v.1"/>',
    "back": '<path d="M8.5 5 3.5 10l5 5M3.5 10h13"/>',
    "book": '<path d="M4 4.5A1.5 1.5 0 0 1 5.5 3H16v11.5H5.5A1.5 1.5 0 0 0 4 16V4.5Z"/><path d="M4 16a1.5 1.5 0 '
    '0 0 1.5 1.5H16v-3"/>',
    "branch": '<circle cx="6" cy="5" r="1.8"/><circle cx="6" cy="15" r="1.8"/><circle cx="14" cy="6.5" r="1.8"/>'
    '<path d="M6 6.8v6.4M14 8.3c0 3-8 2-8 4.9"/>',
    "check": '<path d="m4 10.5 4 4 8-9"/>',
    "clock": '<circle cx="10" cy="10" r="7"/><path d="M10 6v4.2l2.8 1.8"/>',
    "commit": '<circle cx="10" cy="10" r="3"/><path d="M2.5 10H7M13 10h4.5"/>',
    "copy": '<rect x="7" y="7" width="9.5" height="9.5" rx="1.5"/><path d="M4.5 13A1.5 1.5 0 0 1 3 11.5v-7A1.5 '
    '1.5 0 0 1 4.5 3h7A1.5 1.5 0 0 1 13 4.5"/>',
    "cross": '<path d="m5 5 10 10M15 5 5 15"/>',
    "diff": '<path d="M10 3.5v8M6 7.5h8M6 16h8"/>',
    "dot": '<circle cx="10" cy="10" r="2.2"/>',
    "down": '<path d="m5.5 8 4.5 4.5L14.5 8"/>',
    "download": '<path d="M10 3.5V12m-3.5-3L10 12.5 13.5 9M4 16.5h12"/>',
    "external": '<path d="M8.5 4.5H5A1.5 1.5 0 0 0 3.5 6v9A1.5 1.5 0 0 0 5 16.5h9a1.5 1.5 0 0 0 1.5-1.5v-3.5M12 '
    '3.5h4.5V8M16.5 3.5 9.5 10.5"/>',
    "file": '<path d="M5 3h6.5L15.5 7v10H5V3Z"/><path d="M11.5 3v4h4"/>',
    "graph": '<circle cx="5" cy="5" r="2"/><circle cx="15" cy="7" r="2"/><circle cx="8" cy="15" r="2"/>'
    '<path d="m7 5.4 6 1.2M5.6 7l1.8 6M13.8 8.6l-4.5 5"/>',
    "info": '<circle cx="10" cy="10" r="7"/><path d="M10 9.3v4M10 6.5v.1"/>',
    "key": '<circle cx="6.5" cy="13.5" r="3"/><path d="m8.7 11.3 7.3-7.3M13.5 6.5l2 2"/>',
    "person": '<circle cx="10" cy="6.5" r="3"/><path d="M3.5 17c.6-3.5 3.2-5 6.5-5s5.9 1.5 6.5 5"/>',
    "plus": '<path d="M10 4v12M4 10h12"/>',
    "reach": '<circle cx="10" cy="10" r="1.7"/><path d="M6.4 6.4a5 5 0 0 0 0 7.2M13.6 6.4a5 5 0 0 1 0 7.2"/>'
    '<path d="M3.8 3.8a8.8 8.8 0 0 0 0 12.4M16.2 3.8a8.8 8.8 0 0 1 0 12.4"/>',
    "repo": '<path d="M4 5.5h5l1.5 2H16v8.5H4V5.5Z"/>',
    "search": '<circle cx="9" cy="9" r="5"/><path d="m13 13 3.5 3.5"/>',
    "sync": '<path d="M16 8.5A6.3 6.3 0 0 0 4.7 7M4 11.5A6.3 6.3 0 0 0 15.3 13"/><path d="M4.5 3.5V7H8M15.5 16.5V13H12"/>',
    "thumb-down": '<path d="M7 11.5V4h7l2.5 5.5v2H11l.8 3.6a1.2 1.2 0 0 1-2.2.9L7 11.5ZM7 11.5H3.5V4H7"/>',
    "thumb-up": '<path d="M7 8.5V16h7l2.5-5.5v-2H11l.8-3.6a1.2 1.2 0 0 0-2.2-.9L7 8.5ZM7 8.5H3.5V16H7"/>',
    "theme": '<circle cx="10" cy="10" r="6.5"/><path d="M10 3.5v13a6.5 6.5 0 0 0 0-13Z" fill="currentColor" stroke="none"/>',
}
