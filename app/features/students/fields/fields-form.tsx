import type { FormEvent } from "react";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { UnsavedRows } from "#saving/screen/form/form-summary.tsx";
import { Spoken } from "#saving/screen/saving-screen.tsx";
import { AuthorField } from "#ui/form/author-field.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";

import { FamilySection } from "./family-section.tsx";
import { fieldsOf, sectionOf, type FieldsRead } from "./fields.ts";
import { FieldsRow } from "./fields-row.tsx";
import { MedicalFields } from "./medical-fields.tsx";
import { PersonalFields } from "./personal-fields.tsx";

/** The button that sends it without script stands in the plate's foot. */
export const FIELDS_FORM = "fields";

type FieldsFormProps = {
  read: FieldsRead;
  action: string;
  /** What a screen reader says of saving. */
  words: string;
};

/** The fields of a tab; without script they are one form. */
export function FieldsForm({ read, action, words }: FieldsFormProps) {
  const { tab, rows, closed } = read;
  return (
    <form
      action={action}
      autoComplete="off"
      // What only a screen reader has stands in it, and is scrolled with it.
      className="relative"
      data-early=""
      id={FIELDS_FORM}
      method="post"
      noValidate
      onSubmit={stay}
    >
      <AuthorField savesItself />
      <input name="record" type="hidden" value={tab} />
      {closed === null ? null : (
        <NoticeBox className="mb-4" icon="info" title="You can read this tab." tone="plain">
          It is not yours to change: {closed}.
        </NoticeBox>
      )}
      <Unsaved read={read} />
      {tab === "family"
        ? rows.map((row) => <FamilySection key={row.row} loaded={row} read={read} />)
        : rows.map((row) => (
            <FieldsRow key={row.row} loaded={row} read={read}>
              {() => (tab === "personal" ? <PersonalFields /> : <MedicalFields />)}
            </FieldsRow>
          ))}
      <Spoken words={words} />
    </form>
  );
}

/** What was not saved of the tab, where it was sent as a form. */
function Unsaved({ read: { rows, rules, timeZone } }: Pick<FieldsFormProps, "read">) {
  const sent = rows.map((row) => ({
    row,
    fields: fieldsOf(rules, row.row),
    title: sectionOf(rules, row.row),
    isOneOfMany: true,
  }));
  const form = { id: FIELDS_FORM, timeZone, isWhole: false };
  return <UnsavedRows form={form} rows={sent} title={PEOPLE_MESSAGES.studentNotSaved} />;
}

/** With script each field is saved by itself: nothing is left for the form to send. */
function stay(event: FormEvent) {
  event.preventDefault();
}
