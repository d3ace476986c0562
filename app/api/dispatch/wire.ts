import { z } from "zod";
import { isDay } from "#domain/paths.ts";

/** Parts of the shapes on the wire. Forms and addresses send text, JSON may send numbers. */

const LARGEST_ID = 999_999_999;
const LONGEST_TEXT = 200;

/** The reason for a value that is not right, or that is not there. */
export const unless = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? "This is missing." : message),
});

/** The id of a row: a whole number above 0. */
export const id = z
  .union(
    [
      z.int().min(1).max(LARGEST_ID),
      z
        .string()
        .regex(/^[1-9]\d{0,8}$/)
        .transform(Number),
    ],
    unless("This must be a whole number above 0."),
  )
  .meta({ description: "A whole number above 0." });

/** A day of the calendar that the database knows too. */
export const calendarDay = (message = "This must be a day, as 2026-06-26.") =>
  z.string(message).refine(isDay, message);

/** The version of a row as it was read; 0 where nothing was stored. */
export const version = z.union(
  [
    z.int().nonnegative(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ],
  unless("This must be a whole number."),
);

/** Names a save: a call that is repeated under the same id changes nothing more. */
const SAVE_ID = "This must be 8 to 64 letters, digits, _ or -.";
export const saveId = z.string(SAVE_ID).regex(/^[\w-]{8,64}$/, SAVE_ID);

/** Control characters do not come into the database; PostgreSQL refuses one of them. */
export const text = z
  .string(unless("This must be text."))
  .max(LONGEST_TEXT, "This is too long.")
  .regex(/^\P{Cc}*$/u, "This must be plain text.");

export const name = text.min(1, "This is missing.");

/** A switch in an address: `blank=1`. */
export const flag = z.stringbool({ error: "This must be 1 or 0." }).default(false);

/** One of a few numbers, as a number or as text. */
export function oneOf<const Numbers extends readonly number[]>(...numbers: Numbers) {
  const message = `This must be ${numbers.join(" or ")}.`;
  return z
    .union([z.number(), z.string()], unless(message))
    .transform(Number)
    .refine((given): given is Numbers[number] => numbers.includes(given), { error: message })
    .meta({ description: `${numbers.join(" or ")}.` });
}
