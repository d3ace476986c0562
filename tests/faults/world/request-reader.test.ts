import { expect, test } from "vitest";
import { RequestReader } from "./request-reader.ts";

const GET = "GET /app HTTP/1.1\r\nHost: school\r\n\r\n";
const BODY = '{"name":"Zoë"}';
const POST = `POST /app/save HTTP/1.1\r\nHost: school\r\ncontent-length: ${Buffer.byteLength(BODY)}\r\n\r\n${BODY}`;

test.each([1, 7, 40, 1_000])("requests are read whole from pieces of %i bytes", (size) => {
  const reader = new RequestReader();
  const wire = Buffer.from(GET + POST + GET);
  const pieces = Array.from({ length: Math.ceil(wire.length / size) }, (_, index) =>
    wire.subarray(index * size, (index + 1) * size),
  );

  const requests = pieces.flatMap((piece) => reader.push(piece));

  expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ["GET", "/app", ""],
    ["POST", "/app/save", BODY],
    ["GET", "/app", ""],
  ]);
  expect(Buffer.concat(requests.map(({ bytes }) => bytes))).toEqual(wire);
});

test("a request that is not whole yet is not told", () => {
  const reader = new RequestReader();

  const requests = reader.push(Buffer.from(POST.slice(0, -1)));

  expect(requests).toEqual([]);
});
