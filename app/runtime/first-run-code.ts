import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "./env.ts";

const LETTERS = 12;
const AT_ONCE = 4;

/**
 * What only who started the program knows: whoever made the school's first account by the page would have the school. It
 * derives from the secret of the sessions, so that all processes know the same one and nothing is kept.
 */
export function firstRunCode(): string {
  const proof = createHmac("sha256", env().SESSION_SECRET)
    .update("first run")
    .digest("hex")
    .slice(0, LETTERS);
  return (proof.match(new RegExp(`.{${AT_ONCE}}`, "g")) ?? []).join("-");
}

/** As it is copied: with or without its hyphens. */
export function isFirstRunCode(typed: string): boolean {
  const [given, code] = [typed, firstRunCode()].map((text) =>
    createHmac("sha256", "compared")
      .update(text.toLowerCase().replaceAll(/[^0-9a-f]/g, ""))
      .digest(),
  );
  return given !== undefined && code !== undefined && timingSafeEqual(given, code);
}

/** For who reads the terminal or the log of a database without a school. */
export function firstRunWords(address: string): string {
  return `This database holds no school yet. Make yours at ${address} with the code ${firstRunCode()}, or with \`npm run school -- create\`.`;
}
