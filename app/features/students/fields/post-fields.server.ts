import type { Person } from "#domain/person.ts";
import { badRequest } from "#runtime/errors.ts";
import { answerBriefly } from "#saving/server/answer-save.server.ts";
import { postedRows } from "#saving/server/posted-rows.server.ts";
import { saveForm, type FormSaved } from "#saving/server/save-form.server.ts";
import type { FieldsSent } from "./fields.ts";
import { findFields } from "./read-fields.server.ts";
import { SAVED_FIELDS, type FieldsKey } from "./saved-fields.server.ts";

/** The whole tab as a form, as a browser without script sends it. @throws notFound, badRequest for no form of the tab */
export async function postFields(
  person: Person,
  key: FieldsKey,
  form: FormData,
): Promise<{ status: FormSaved["status"]; sent: FieldsSent }> {
  const posted = postedRows(form);
  if (form.get("record") !== key.tab || posted.length === 0) throw badRequest();
  const { status, outcomes } = await saveForm(SAVED_FIELDS, { person, key }, posted);
  return { status, sent: { tab: key.tab, outcomes } };
}

/** Fields as the tab's script sends them; the answer may hold their whole row, which is a reading too. @throws notFound */
export async function saveFields(person: Person, key: FieldsKey, request: Request) {
  await findFields(person, key);
  return answerBriefly(SAVED_FIELDS, { person, key }, request);
}
