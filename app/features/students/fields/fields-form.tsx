import type { FormEvent } from "react";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { UnsavedRows } from "#saving/screen/form/form-summary.tsx";
import { Spoken } from "#saving/screen/saving-screen.tsx";
import { AuthorField } from "#ui/form/author-field.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { CONDITION_FIELDS, IMMUNIZATION_FIELDS } from "#fields/people/student.ts";
import { classes } from "#ui/classes.ts";
import { FamilySection } from "./family-section.tsx";
import { fieldsOf, sectionOf, type FieldsRead } from "./fields.ts";
import { FieldsRow } from "./fields-row.tsx";
import { GRID, HALF, SHORT, TabBox, TabField, THIRD, WIDE } from "./tab-field.tsx";

/** The ID that links the submit button in the dialog's foot to the form. */
export const FIELDS_FORM = "fields";

type FieldsFormProps = {
  read: FieldsRead;
  action: string;
  /** The saving status for screen readers. */
  words: string;
};

/** Shows the fields of a tab; without scripts they are one form. */
export function FieldsForm({ read, action, words }: FieldsFormProps) {
  const { tab, rows, closed } = read;
  return (
    <form
      action={action}
      autoComplete="off"
      // Hidden text for screen readers is positioned absolutely: without `relative`, the text would not scroll with the
      // form.
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
        <NoticeBox className="mb-4" icon="info" title="Read only." tone="plain">
          You cannot change this tab because {closed}.
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

/** Lists the fields that were not saved when the tab was sent as a form. */
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

/** With scripts, each field saves itself, so the form has nothing to send. */
function stay(event: FormEvent) {
  event.preventDefault();
}

function PersonalFields() {
  return (
    <div className={GRID}>
      <TabField className={WIDE} name="address_home" />
      <TabField className={THIRD} name="town" />
      <TabField className={THIRD} name="country_of_birth" />
      <TabField className={THIRD} name="nationality" />
      <TabField className={THIRD} name="phone_mobile" />
      <TabField className={HALF} name="email" />
      <TabField className={HALF} name="previous_school" />
      <TabField className={THIRD} name="ethnic_group_id" />
      <TabField className={THIRD} name="religion_id" />
      <TabField className={SHORT} name="blood_group" />
      <TabField className={SHORT} name="device_type" />
      <TabBox className={`${THIRD} self-end`} name="internet_access" />
      <TabBox className={`${THIRD} self-end`} name="school_feeding" />
    </div>
  );
}

function MedicalFields() {
  return (
    <>
      <Boxes className="md:grid-rows-3" names={IMMUNIZATION_FIELDS} title="Immunization" />
      <Boxes className="md:grid-rows-2" names={CONDITION_FIELDS} title="Health conditions" />
      <div className={GRID}>
        <TabField className={HALF} name="allergies" />
        <TabField className={HALF} name="other" />
      </div>
    </>
  );
}

type BoxesProps = { title: string; names: readonly string[]; className: string };

/** Shows tick boxes in three columns, which people read downwards. */
function Boxes({ title, names, className }: BoxesProps) {
  return (
    <fieldset className="mb-5 min-w-0">
      <legend className="mb-1.5 font-semibold">{title}</legend>
      <div
        className={classes("grid gap-x-4 border-t border-line-2 md:auto-cols-fr md:grid-flow-col", className)}
      >
        {names.map((name) => (
          <TabBox className="border-b border-line-2" key={name} name={name} />
        ))}
      </div>
    </fieldset>
  );
}
