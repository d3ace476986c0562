import { z } from "zod";
import { isDay } from "#domain/paths.ts";

/** Parts of the API's shapes. Forms and addresses send text; JSON may send numbers. */

const LARGEST_ID = 999_999_999;
const LONGEST_TEXT = 200;

/** Words the reason for an invalid or a missing value. */
export const unless = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? "This is missing." : message),
});

const NOT_AN_ID = unless("This must be a whole number above 0.");

export const id = z
  .union(
    [
      z.int(NOT_AN_ID).min(1, NOT_AN_ID).max(LARGEST_ID, NOT_AN_ID),
      z
        .string()
        .regex(/^[1-9]\d{0,8}$/, NOT_AN_ID)
        .transform(Number),
    ],
    NOT_AN_ID,
  )
  .meta({ description: "A number above 0." });

/** A day of the calendar that the database accepts too. */
export const calendarDay = (message = "This must be a date, such as 2026-06-26.") =>
  z.string(unless(message)).refine(isDay, message);

const NOT_A_COUNT = unless("This must be a whole number.");

/** The version of a row as it was read; 0 when nothing was stored. */
export const version = z
  .union(
    [
      z.int(NOT_A_COUNT).nonnegative(NOT_A_COUNT),
      z
        .string()
        .regex(/^\d{1,15}$/, NOT_A_COUNT)
        .transform(Number),
    ],
    NOT_A_COUNT,
  )
  .meta({
    description: "The version that you read. Without a version, the save overwrites whatever is stored.",
  });

/** The id of a save: a call that is repeated with the same id changes nothing more. */
const SAVE_ID = "This must be 8 to 64 letters, digits, _ or -.";
export const saveId = z
  .string(SAVE_ID)
  .regex(/^[\w-]{8,64}$/, SAVE_ID)
  .meta({
    description:
      "An identifier of your own for this save. Sending the same save again under it changes nothing more.",
  });

/** Control characters are kept out of the database; PostgreSQL rejects one of them. */
export const text = z
  .string(unless("This must be text."))
  .max(LONGEST_TEXT, "This is too long.")
  .regex(/^\P{Cc}*$/u, "This must be plain text.");

export const name = text.min(1, "This is missing.");

/** A field that older programs send and that has no meaning here. */
export const notRead = z.unknown().optional().meta({ description: "Accepted, but not used." });

/** A switch in an address, such as `blank=1`. */
export const flag = z.stringbool({ error: "This must be 1 or 0." }).default(false);

/**
 * One of a few numbers, or its digits; other values that JavaScript would convert, such as an empty text to 0, are
 * rejected.
 */
export function oneOf<const Numbers extends readonly number[]>(...numbers: Numbers) {
  const words = `${numbers.slice(0, -1).join(", ")} or ${String(numbers.at(-1))}.`;
  const number = z.literal(numbers);
  const figures = z.enum(numbers.map(String)).transform(Number).pipe(number);
  return z.union([number, figures], unless(`This must be ${words}`));
}
