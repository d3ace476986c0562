import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "./env.ts";

const LETTERS = 12;
const AT_ONCE = 4;

/**
 * Returns the code that is needed to create the school's first account. Only the person who started the program can
 * read the code, so no stranger can take over a new installation. The code is derived from the session secret, so that
 * all processes have the same code and need not store it.
 */
export function firstRunCode(): string {
  const proof = createHmac("sha256", env().SESSION_SECRET)
    .update("first run")
    .digest("hex")
    .slice(0, LETTERS);
  return (proof.match(new RegExp(`.{${AT_ONCE}}`, "g")) ?? []).join("-");
}

/** Compares a typed code with the first-run code, ignoring hyphens. */
export function isFirstRunCode(typed: string): boolean {
  const [given, code] = [typed, firstRunCode()].map((text) =>
    createHmac("sha256", "compared")
      .update(text.toLowerCase().replaceAll(/[^0-9a-f]/g, ""))
      .digest(),
  );
  return given !== undefined && code !== undefined && timingSafeEqual(given, code);
}

/** Formats the hint that the terminal or the log shows while the database has no school. */
export function formatFirstRunHint(address: string): string {
  return `This database has no school yet. Create your school at ${address} with the code ${firstRunCode()}, or with \`npm run school -- create\`.`;
}
