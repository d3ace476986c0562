import { z } from "zod";
import { LONGEST_PHRASE, PLACEHOLDERS, unknownPlaceholders } from "#domain/phrases.ts";
import { badRequest, notFound } from "#runtime/errors.ts";

const KNOWN = PLACEHOLDERS.map(({ text }) => text).join(" ");

/** A phrase is one piece of prose: line ends and double spaces of what was pasted are single spaces. */
export const PhraseForm = z.object({
  phrase: z
    .string("Write the phrase first.")
    .transform(tidied)
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
  if (!/^[1-9]\d{0,8}$/.test(phraseId ?? "")) throw notFound("There is no such phrase.");
  return Number(phraseId);
}

function tidied(phrase: string): string {
  return phrase
    .normalize("NFC")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

function faultOf(phrase: string): string | null {
  if (phrase === "") return "Write the phrase first.";
  const length = [...phrase].length;
  if (length > LONGEST_PHRASE) return `This has ${length} characters; at most ${LONGEST_PHRASE} fit.`;
  const [unknown] = unknownPlaceholders(phrase);
  return unknown ? `‘${unknown}’ stands for nothing. Braces hold one of ${KNOWN}.` : null;
}
