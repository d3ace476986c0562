import { z } from "zod";
import { parseId } from "#domain/paths.ts";
import { describeNonexistentDay, parseExistingDay } from "#domain/text/read-day.ts";
import { toSingleLine, UNSTORABLE_CHARACTERS, formatTooLong } from "#domain/text/storable-text.ts";

/** Texts longer than this multiple of their limit are rejected unread: composing accents takes quadratic time. */
const MOST_PASTED = 10;
const FIRST_DAY = "1950-01-01";
const LAST_DAY = "2099-12-31";

/** The message for a hidden field with a value that none of our pages sends. `handleForm` then responds with 400. */
export const OUTDATED_FORM_MESSAGE = "This page is out of date. Reload the page, then try again.";

/** A line of text that may be empty. `missing` is the message when the form lacks the field. */
export function singleLineSchema(longest: number, missing?: string) {
  // Zod also measures the length of other values, such as an array that was sent in place of a text.
  const tooLong = ({ input }: { input?: unknown }) =>
    typeof input === "string" ? `${formatTooLong([...input].length, longest)}.` : missing;
  return z
    .string(missing)
    .max(MOST_PASTED * longest, { error: tooLong })
    .transform(toSingleLine)
    .refine((text) => [...text].length <= longest, { error: tooLong })
    .refine(
      (text) => !UNSTORABLE_CHARACTERS.test(text),
      "This text has a character that cannot be saved. Remove the character, then try again.",
    );
}

/** A line of text that must not be empty. `missing` says what to enter. */
export function requiredLineSchema(longest: number, missing: string) {
  return singleLineSchema(longest, missing).refine((text) => text !== "", missing);
}

/** A day as people type it (`7/9/2026`, `7 Sep 2026`) or as browsers send it. It is converted to `2026-09-07`. */
export function calendarDayFieldSchema(message = "Enter a date, like 7 September 2026.") {
  return z
    .string(message)
    .superRefine((typed, { addIssue }) => {
      const read = parseExistingDay(typed);
      if (read === null || read < FIRST_DAY || read > LAST_DAY)
        addIssue({ code: "custom", message: describeNonexistentDay(typed) + message });
    })
    .transform((typed) => parseExistingDay(typed) ?? "");
}

export const rowIdSchema = z
  .string(OUTDATED_FORM_MESSAGE)
  .refine((text) => parseId(text) !== null, OUTDATED_FORM_MESSAGE)
  .transform(Number);

/** The hidden field with the version of the row that a form changes. */
export const versionFieldSchema = z
  .string(OUTDATED_FORM_MESSAGE)
  .regex(/^[1-9]\d{0,14}$/, OUTDATED_FORM_MESSAGE)
  .transform(Number);

/** The hidden field with a row's version, or 0 for a row that does not exist yet. */
export const versionOrNewSchema = z
  .string(OUTDATED_FORM_MESSAGE)
  .regex(/^\d{1,15}$/, OUTDATED_FORM_MESSAGE)
  .transform(Number);

export const ConfirmationFormSchema = z.object({});
