import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "./env.ts";

const LETTERS = 12;
const AT_ONCE = 4;

/**
 * Returns a code that only the person who started the program knows: anybody who created the school's first account
 * would have the school. It is derived from the sessions' secret, so that all processes know the same code and
 * nothing is stored.
 */
export function firstRunCode(): string {
  const proof = createHmac("sha256", env().SESSION_SECRET)
    .update("first run")
    .digest("hex")
    .slice(0, LETTERS);
  return (proof.match(new RegExp(`.{${AT_ONCE}}`, "g")) ?? []).join("-");
}

/** Compares a copied code, with or without its hyphens. */
export function isFirstRunCode(typed: string): boolean {
  const [given, code] = [typed, firstRunCode()].map((text) =>
    createHmac("sha256", "compared")
      .update(text.toLowerCase().replaceAll(/[^0-9a-f]/g, ""))
      .digest(),
  );
  return given !== undefined && code !== undefined && timingSafeEqual(given, code);
}

/** Words the hint for the terminal or the log of a database without a school. */
export function formatFirstRunHint(address: string): string {
  return `This database has no school yet. Create your school at ${address} with the code ${firstRunCode()}, or with \`npm run school -- create\`.`;
}
