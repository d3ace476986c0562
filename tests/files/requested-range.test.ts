import { expect, test } from "vitest";
import { requestedRange } from "#files/file-response.server.ts";

const FILE = { tag: '"a"', size: 1000 };

test.each([
  ["bytes=0-99", { start: 0, end: 99 }],
  ["bytes=900-", { start: 900, end: 999 }],
  ["bytes=900-5000", { start: 900, end: 999 }],
  ["bytes=-100", { start: 900, end: 999 }],
  ["bytes=-5000", { start: 0, end: 999 }],
  ["bytes=999-999", { start: 999, end: 999 }],
  ["bytes=1000-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=5-4", null],
  ["bytes=-", null],
  ["bytes=0-1,5-9", null],
  ["lines=1-2", null],
  ["", null],
])("%j", (header, expected) => {
  const request = new Request("http://localhost/", { headers: { Range: header } });

  const range = requestedRange(request, FILE);

  expect(range).toEqual(expected);
});

test.each([
  ['"a"', { start: 0, end: 9 }],
  ['"another"', null],
])("a part of the version %s only", (version, expected) => {
  const request = new Request("http://localhost/", { headers: { Range: "bytes=0-9", "If-Range": version } });

  const range = requestedRange(request, FILE);

  expect(range).toEqual(expected);
});
