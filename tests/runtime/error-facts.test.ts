import { expect, test } from "vitest";
import { toErrorFacts, withoutPersonalData } from "#runtime/error-facts.ts";

const NAME = "Keziah";

test.each([
  ["a text that is no JSON", () => JSON.parse(`{"mark": ${NAME}}`)],
  [
    "a value that the database could not read",
    () => throwIt(databaseError("22P02", `invalid input: "${NAME}"`)),
  ],
  [
    "what the database said, under another error",
    () => throwIt(new Error("no", { cause: databaseError("22003", `'${NAME}'`) })),
  ],
  ["a thrown object", () => throwIt({ student: NAME })],
])("the log says nothing of %s but what kind it was", (_what, fail) => {
  const error = thrownBy(fail);

  expect(JSON.stringify(withoutPersonalData(error))).not.toContain(NAME);
  expect(JSON.stringify(toErrorFacts(error))).not.toContain(NAME);
});

test("a message that names no value stays as it is", () => {
  expect(withoutPersonalData(databaseError("42P01", 'relation "mark" does not exist'))).toMatchObject({
    message: 'relation "mark" does not exist',
    code: "42P01",
  });
});

test("of an error its kind, its code and our own line of the stack are kept", () => {
  const wrapped = Object.assign(new Error("wrapped"), {
    name: "SequelizeDatabaseError",
    parent: databaseError("42P01", "no"),
  });
  wrapped.stack = `SequelizeDatabaseError: no\n    at Query.run (/srv/node_modules/sequelize/lib/query.js:50:25)
    at async readHealth (file:///srv/termbook/build/server/index.js:120:7)`;

  expect(toErrorFacts(wrapped)).toEqual({
    fault: "SequelizeDatabaseError 42P01",
    source: "readHealth build/server/index.js:120",
  });
  expect(toErrorFacts("thrown")).toEqual({ fault: "a value that is not an error was thrown", source: "" });
});

function databaseError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code, detail: `Failing row contains (${NAME}).` });
}

function throwIt(error: unknown): never {
  throw error;
}

function thrownBy(fail: () => unknown): unknown {
  try {
    return fail();
  } catch (error) {
    return error;
  }
}
