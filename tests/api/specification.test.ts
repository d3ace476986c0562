import { expect, test } from "vitest";
import { ENDPOINTS } from "#api/index.ts";
import { ASKED_FOR } from "./specification.ts";

const standing = ENDPOINTS.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, "{}")}`);

test.each([...ASKED_FOR])("%s stands (%s)", (call) => {
  expect(standing).toContain(call);
});

test.each(standing)("%s is asked for by the specification, the design or an issue", (call) => {
  expect([...ASKED_FOR.keys()]).toContain(call);
});
