import { expect, test } from "vitest";
import { findPasswordFault } from "#access/passwords/new-password.server.ts";

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
  "Blue mango tree 29",
  "Sunny beach in may 4",
  "green coffee for two",
  "Two yellow flowers, my tea",
  "The black tiger ran 3",
  "😀🌴🥭🐢🎵🌊🎭🪘🥥🦋🌺🐦",
])("%s can be a password", async (password) => {
  const fault = await findPasswordFault(password, NAMES);

  expect(fault).toBeNull();
});

test.each([
  ["eleven-char", /12 characters or more. This password has 11/],
  ["🌴🥭🐢🎵🌊🎭🪘🥥🦋🌺🐦", /12 characters or more. This password has 11/],
  ["ab1".repeat(43), /128 characters or fewer. This password has 129/],
  ["SANTA-ROSA forever", /Leave out/],
  ["i am M Joseph 2026", /Leave out/],
  ["a dé-sílva original", /Leave out/],
  ["5@nta R0sa 4 ever", /Leave out/],
  ["aaaaaaaaaaaaaaaa", /Repeating/],
  ["abababababab", /Repeating/],
  ["papaya!papaya!", /Repeating/],
  ["            ", /Repeating/],
  ["zyxwvutsrqpo", /Letters in order/],
  ["qwertyuiop123", /too common/],
  ["1q2w3e4r5t6y", /too common/],
  ["098765432109", /too common/],
  ["password1234", /too common/],
  ["P@ssw0rd2026!", /too common/],
  ["Trinidad&Tobago2026", /too common/],
  ["correct horse battery staple", /too common/],
  ["termbook-demo-school", /too common/],
  ["p a s s w o r d 1", /too common/],
  ["!!!!Password!!!!", /too common/],
  ["drowssap1234", /too common/],
  ["Football2026!", /too common/],
  ["ILoveJesus2026", /too common/],
  ["P@$$w0rd, P@$$w0rd", /Repeating|too common/],
  ["my_password_1234", /too common/],
])("%s is refused", async (password, reason) => {
  const fault = await findPasswordFault(password, NAMES);

  expect(fault).toMatch(reason);
});

test("128 characters are a password", async () => {
  const password = "the longest of all, ".repeat(7).slice(0, 127) + "!";

  const fault = await findPasswordFault(password, NAMES);

  expect([password.length, fault]).toEqual([128, null]);
});
