import { z } from "zod";
import { onOneLine, UNKEPT } from "#domain/text/storable-text.ts";
import { tooLongWords } from "#domain/text/too-long.ts";

/** More is not read, as composing letters of many marks takes quadratic time. */
const MOST_PASTED = 10;

/** A line of prose in an ordinary form, which may say nothing; `missing` is said where its field was not sent. */
export function oneLine(longest: number, missing?: string) {
  const tooLong = ({ input }: { input?: unknown }) => `${tooLongWords([...String(input)].length, longest)}.`;
  return z
    .string(missing)
    .max(MOST_PASTED * longest, { error: tooLong })
    .transform(onOneLine)
    .refine((text) => [...text].length <= longest, { error: tooLong })
    .refine((text) => !UNKEPT.test(text), "It holds a character that cannot be kept.");
}
