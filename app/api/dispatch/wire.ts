import { z } from "zod";
import { isCalendarDay } from "#domain/paths.ts";

const LARGEST_ID = 999_999_999;
const LONGEST_TEXT = 200;

/** Returns zod's error option: one message for an invalid value, another for a missing one. */
export const missingOrInvalidError = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? "This is missing." : message),
});

const NOT_AN_ID = missingOrInvalidError("This must be a whole number above 0.");

export const idSchema = z
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

/** A date as text. Both the calendar and the database must have this date. */
export const calendarDaySchema = (message = "This must be a date, such as 2026-06-26.") =>
  z.string(missingOrInvalidError(message)).refine(isCalendarDay, message);

const NOT_A_COUNT = missingOrInvalidError("This must be a whole number.");

/** The version of a row that the caller has read, or 0 when the row was not stored yet. */
export const versionSchema = z
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

/** The id of a save. A repeated call with the same id is not applied again. */
const SAVE_ID = "This must be 8 to 64 letters, digits, _ or -.";
export const saveIdSchema = z
  .string(SAVE_ID)
  .regex(/^[\w-]{8,64}$/, SAVE_ID)
  .meta({
    description:
      "An identifier that you choose for this save. A second save with the same identifier changes nothing.",
  });

/** Text without control characters, because PostgreSQL rejects the character NUL. */
export const textSchema = z
  .string(missingOrInvalidError("This must be text."))
  .max(LONGEST_TEXT, "This is too long.")
  .regex(/^\P{Cc}*$/u, "This must have no line breaks, tabs or other control characters.");

export const nameSchema = textSchema.min(1, "This is missing.");

/** A field that older client programs send. It has no effect. */
export const ignoredFieldSchema = z.unknown().optional().meta({ description: "This field is ignored." });

/** A switch in the query, such as `blank=1`. */
export const queryFlagSchema = z.stringbool({ error: "This must be 1 or 0." }).default(false);

/**
 * One of several numbers, or its digits as text. Values that JavaScript would convert, such as "" to 0, are rejected.
 */
export function oneOfNumbersSchema<const Numbers extends readonly number[]>(...numbers: Numbers) {
  const words = `${numbers.slice(0, -1).join(", ")} or ${String(numbers.at(-1))}.`;
  const number = z.literal(numbers);
  const figures = z.enum(numbers.map(String)).transform(Number).pipe(number);
  return z.union([number, figures], missingOrInvalidError(`This must be ${words}`));
}
