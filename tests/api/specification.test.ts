import { expect, test } from "vitest";
import { ENDPOINTS } from "#api/index.ts";
import { ASKED_FOR, COMING } from "./specification.ts";

const standing = ENDPOINTS.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, "{}")}`);

test.each([...ASKED_FOR])("%s stands (%s)", (call) => {
  expect(standing).toContain(call);
});

test.each(standing)("%s is asked for by the specification, the design or an issue", (call) => {
  expect([...ASKED_FOR.keys(), ...COMING]).toContain(call);
});

test.each(COMING)(
  "%s is still to come: once it stands, it moves from COMING to where A7 names it",
  (call) => {
    expect(standing).not.toContain(call);
  },
);

test("no call is listed twice", () => {
  const listed = [...ASKED_FOR.keys(), ...COMING];

  expect(listed.filter((call, place) => listed.indexOf(call) !== place)).toEqual([]);
});
