import { expect, test } from "vitest";
import { faultOfPassword } from "#access/new-password.server.ts";

const NAMES = {
  school: "Santa Rosa Government Primary",
  userName: "m.joseph",
  firstName: "Zoë",
  lastName: "De Silva",
};

test.each([
  "mangoes for breakfast",
  "parang in the poui tree",
  "blue kettle on tuesday",
  "kJ8#mq2Lz0pW",
  "83k92!7461x0",
  "my dog has no nose",
  "zoe-is-too-short-a-name-to-forbid",
  "été à la plage",
  "😀🌴🥭🐢🎵🌊🎭🪘🥥🦋🌺🐦",
])("%s can be a password", (password) => {
  const fault = faultOfPassword(password, NAMES);

  expect(fault).toBeNull();
});

test.each([
  ["eleven-char", /12 characters or more. This has 11/],
  ["🌴🥭🐢🎵🌊🎭🪘🥥🦋🌺🐦", /12 characters or more. This has 11/],
  ["ab1".repeat(43), /128 characters or fewer. This has 129/],
  ["SANTA-ROSA forever", /Leave out/],
  ["i am M Joseph 2026", /Leave out/],
  ["a dé-sílva original", /Leave out/],
  ["aaaaaaaaaaaaaaaa", /Repeating/],
  ["abababababab", /Repeating/],
  ["papaya!papaya!", /Repeating/],
  ["            ", /Repeating/],
  ["qwertyuiop123", /in a row/],
  ["1q2w3e4r5t6y", /in a row/],
  ["zyxwvutsrqpo", /in a row/],
  ["098765432109", /in a row/],
  ["password1234", /tried first/],
  ["P@ssw0rd2026!", /tried first/],
  ["Trinidad&Tobago2026", /tried first/],
  ["correct horse battery staple", /tried first/],
  ["termbook-demo-school", /tried first/],
])("%s is refused", (password, reason) => {
  const fault = faultOfPassword(password, NAMES);

  expect(fault).toMatch(reason);
});

test("128 characters are a password", () => {
  const password = "the longest of all, ".repeat(7).slice(0, 127) + "!";

  const fault = faultOfPassword(password, NAMES);

  expect([password.length, fault]).toEqual([128, null]);
});
