import { parseForm } from "#access/posted-form.server.ts";
import type { PhraseSent } from "./bank.rules.ts";
import { PhraseForm } from "./phrase.schema.server.ts";
import type { PhraseStored } from "./store-phrase.server.ts";

export type PhraseAnswer = { taken: true } | { taken: false; status: 200 | 409 | 422; sent: PhraseSent };

/** Reads the phrase of a form and hands it on; a form that only asks for the preview comes back as it was. */
export async function takePhrase(
  form: FormData,
  store: (phrase: string) => Promise<PhraseStored>,
): Promise<PhraseAnswer> {
  const typed = String(form.get("phrase") ?? "");
  const parsed = parseForm(form, PhraseForm);
  if (!parsed.ok) return notTaken(422, typed, parsed.errors.phrase ?? "This cannot be read.");
  if (form.get("intent") === "preview") return notTaken(200, typed, null);
  const stored = await store(parsed.value.phrase);
  return stored.ok ? { taken: true } : notTaken(stored.status, typed, stored.fault);
}

function notTaken(status: 200 | 409 | 422, phrase: string, error: string | null): PhraseAnswer {
  return { taken: false, status, sent: { phrase, error } };
}
