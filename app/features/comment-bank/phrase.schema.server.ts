import { z } from "zod";
import { idOf } from "#domain/paths.ts";
import { LONGEST_PHRASE, PLACEHOLDERS, unknownPlaceholders } from "#domain/phrases.ts";
import { onOneLine, UNKEPT } from "#domain/text/storable-text.ts";
import { tooLongWords } from "#domain/text/too-long.ts";
import { badRequest, notFound } from "#runtime/errors.ts";

/** With what was pasted between its words; more is not read, as composing letters of many marks takes quadratic time. */
const LONGEST_SENT = 10 * LONGEST_PHRASE;

const KNOWN = PLACEHOLDERS.map(({ text }) => text).join(" ");

/** A phrase is one piece of prose: line ends and double spaces of what was pasted are single spaces. */
export const PhraseForm = z.object({
  phrase: z
    .string("Write the phrase first.")
    .max(LONGEST_SENT, { error: ({ input }) => tooLong(String(input)) })
    .transform(onOneLine)
    .superRefine((phrase, { addIssue }) => {
      const fault = faultOf(phrase);
      if (fault) addIssue({ code: "custom", message: fault });
    }),
});

const Was = z.object({ was: z.string() });

/** The words that the form was opened with, which show whether it is stale. @throws badRequest */
export function wasIn(form: FormData): string {
  const parsed = Was.safeParse(Object.fromEntries(form));
  if (!parsed.success) throw badRequest();
  return parsed.data.was;
}

/** @throws notFound */
export function phraseIdOf({ phraseId }: Record<string, string | undefined>): number {
  const id = idOf(phraseId);
  if (id === null) throw notFound("There is no such phrase.");
  return id;
}

function faultOf(phrase: string): string | null {
  if (phrase === "") return "Write the phrase first.";
  if ([...phrase].length > LONGEST_PHRASE) return tooLong(phrase);
  if (UNKEPT.test(phrase)) return "It holds a character that cannot be kept.";
  const [unknown] = unknownPlaceholders(phrase);
  return unknown ? `‘${unknown}’ stands for nothing. Braces hold one of ${KNOWN}.` : null;
}

function tooLong(phrase: string): string {
  return `${tooLongWords([...phrase].length, LONGEST_PHRASE)}.`;
}
