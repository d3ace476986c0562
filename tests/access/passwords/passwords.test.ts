import { expect, test } from "vitest";
import { hashPassword, isPasswordCorrect } from "#access/passwords/passwords.server.ts";

test("a letter that is typed as one sign or as two is the same letter", async () => {
  const hash = await hashPassword("caf\u00e9 blue mango");

  expect(await isPasswordCorrect(hash, "cafe\u0301 blue mango")).toBe(true);
  expect(await isPasswordCorrect(hash, "cafe blue mango")).toBe(false);
  expect(await isPasswordCorrect(null, "caf\u00e9 blue mango")).toBe(false);
});

test("whoever asks, a password of many thousand marks is refused before its letters are composed", async () => {
  const password = `a${"\u0301".repeat(60_000)}${"\u0316".repeat(60_000)}`;
  // Composing them would take a minute.
  const began = performance.now();

  await expect(hashPassword(password)).rejects.toMatchObject({ kind: "invalid" });
  await expect(isPasswordCorrect(null, password)).rejects.toMatchObject({ kind: "invalid" });

  expect(performance.now() - began).toBeLessThan(10_000);
});
