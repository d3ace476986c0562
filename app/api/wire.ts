import { z } from "zod";

/** Parts of the shapes on the wire. Forms and addresses send text, JSON may send numbers. */

const LARGEST_ID = 999_999_999;
const LONGEST_TEXT = 200;

/** Of a row: a whole number above 0. */
export const id = z.union(
  [
    z.int().min(1).max(LARGEST_ID),
    z
      .string()
      .regex(/^[1-9]\d{0,8}$/)
      .transform(Number),
  ],
  { error: "This must be a whole number above 0." },
);

/** Kept out of the database: control characters, of which PostgreSQL refuses one. */
export const text = z
  .string({ error: "This must be text." })
  .max(LONGEST_TEXT, "This is too long.")
  .regex(/^\P{Cc}*$/u, "This must be plain text.");

export const name = text.min(1, "This is missing.");

/** A switch in an address: `blank=1`. */
export const flag = z.stringbool({ error: "This must be 1 or 0." }).default(false);

/** One of a few numbers, as a number or as text. */
export function oneOf<const Numbers extends readonly number[]>(...numbers: Numbers) {
  const message = `This must be ${numbers.join(" or ")}.`;
  return z
    .union([z.number(), z.string()], { error: message })
    .transform(Number)
    .refine((given): given is Numbers[number] => numbers.includes(given), { error: message });
}
