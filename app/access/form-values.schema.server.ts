import { z } from "zod";
import { onOneLine, UNKEPT } from "#domain/text/storable-text.ts";

/** More is not read, as composing letters of many marks takes quadratic time. */
const MOST_PASTED = 10;

/** A line of prose in an ordinary form, which may say nothing; `missing` is said where its field was not sent. */
export function oneLine(longest: number, missing?: string) {
  const tooLong = `At most ${longest} characters fit.`;
  return z
    .string(missing)
    .max(MOST_PASTED * longest, tooLong)
    .transform(onOneLine)
    .refine((text) => [...text].length <= longest, tooLong)
    .refine((text) => !UNKEPT.test(text), "It holds a character that cannot be kept.");
}
