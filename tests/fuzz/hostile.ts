import fc from "fast-check";

/** Values that nobody sends by mistake: limits of numbers, dates and text, and values that pass for something else. */
const VALUES: readonly unknown[] = [
  ...[null, true, false, [], {}, [[]], "", " ", "null", "undefined", "true", "[object Object]"],
  ...[-1, 0, -0, 0.5, 1e-7, 2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 999_999_999, 202_520_269],
  ...["-1", "0", "01", "1.5", "1e3", "0x10", "+1", " 1", "1 ", "٣", "NaN", "Infinity", "2147483648"],
  ...["9".repeat(15), "9".repeat(400), "9223372036854775808"],
  ...[
    "2026-02-30",
    "0000-00-00",
    "0001-01-01",
    "9999-12-31",
    "99999-01-01",
    "-271821-04-20",
    "2026-06-26T25:61",
  ],
  ...[
    "a\u0000b",
    "\u0000",
    "\u0007",
    "\u001b[31m",
    "\ud800",
    "\udfff\ud800",
    "\ufeff",
    "\u202egnirts",
    "\ufffe",
  ],
  ...[
    "'; drop table students; --",
    "%",
    "_",
    "\\",
    "$1",
    "${x}",
    "{{x}}",
    "=1+1",
    "<script>x</script>",
    "'\"",
  ],
  ...["../../etc/passwd", "..", ".", "/", "a/b", "con", "file:///x", "%00", "%ff", "\r\nX-Header: 1"],
  ...["__proto__", "constructor", "toString", "hasOwnProperty"],
  ...["x".repeat(201), "x".repeat(100_000), "é".repeat(3_000), "👩‍👩‍👧‍👦".repeat(200), "İı".repeat(200)],
  ...[
    ["1", "1"],
    { 0: "1" },
    { length: 1e9 },
    { then: 1 },
    { toString: 1 },
    JSON.parse('{"__proto__":{"isAdmin":true}}'),
  ],
];

const NAMES = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "",
  "id",
  "person",
  "account_id",
  "a[b]",
  "a.b",
];

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.double() },
);

export const hostileName: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
);

const DEEP = 20_000;

/** Bodies that are not a JSON object, or a useless one. */
export const hostileText: fc.Arbitrary<string> = fc.constantFrom(
  ...["", "{", "[]", "null", "1", '"x"', "{}{}", "\ufeff{}", '{"a":1,}', "NaN", "a=1&a=2", "%", "&&==&"],
  "[".repeat(DEEP) + "]".repeat(DEEP),
  '{"a":'.repeat(DEEP) + "1" + "}".repeat(DEEP),
  `{"${"x".repeat(50_000)}":1}`,
);

/** Bytes that are not UTF-8. */
export const hostileBytes: fc.Arbitrary<readonly number[]> = fc.constantFrom(
  ...[
    [0xff],
    [0xfe, 0xff],
    [0xc3, 0x28],
    [0xed, 0xa0, 0x80],
    [0xf8, 0x88, 0x80, 0x80, 0x80],
    [0x00],
    [0xc0, 0x80],
  ],
);

/** Endings of an address. */
export const hostileEnd: fc.Arbitrary<string> = fc.constantFrom(
  ...[
    "%ff",
    "%00",
    "%ED%A0%80",
    "%",
    "&&&",
    "&=&=",
    "&__proto__=1",
    "&constructor[prototype]=1",
    "/",
    "//",
    ";x",
  ],
  `&x=${"9".repeat(20_000)}`,
);

export const hostileType: fc.Arbitrary<string | null> = fc.constantFrom(
  ...[
    null,
    "",
    "text/plain",
    "application/xml",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "x",
  ],
  ...["application/json; charset=utf-16", "APPLICATION/JSON", "application/x-www-form-urlencoded"],
);
