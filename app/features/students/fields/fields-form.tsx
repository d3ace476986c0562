import type { FormEvent } from "react";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { UnsavedRows } from "#saving/screen/form/form-summary.tsx";
import { ScreenReaderMessage } from "#saving/screen/saving-screen.tsx";
import { AuthorField } from "#ui/form/author-field.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import {
  HEALTH_CONDITIONS,
  IMMUNIZATIONS,
  MEDICAL_TEXTS,
  PERSONAL_TICK_BOX_FIELDS,
} from "#fields/people/student.ts";
import { joinClassNames } from "#ui/classes.ts";
import type { LoadedRow } from "#saving/protocol/protocol.ts";
import { FamilySection, HomeSection } from "./family-section.tsx";
import { familyOrTabFields, familySectionTitle, isHomeRow, type StudentTabView } from "./fields.ts";
import { StudentFieldsRow } from "./fields-row.tsx";
import {
  FIELD_GRID_CLASS,
  HALF_WIDTH_CLASS,
  SHORT_FIELD_WIDTH_CLASS,
  TabTickBox,
  StudentTabField,
  THIRD_WIDTH_CLASS,
  TWO_THIRDS_WIDTH_CLASS,
} from "./tab-field.tsx";

/** The id of the form, for the submit button at the bottom of the dialog. */
export const FIELDS_FORM_ID = "fields";

type FieldsFormProps = {
  read: StudentTabView;
  action: string;
  /** The save status, for screen readers. */
  words: string;
};

/** The fields of a tab. Without JavaScript they are submitted as one form. */
export function StudentFieldsForm({ read, action, words }: FieldsFormProps) {
  const { tab, rows, closed } = read;
  return (
    <form
      action={action}
      autoComplete="off"
      // Hidden text for screen readers is positioned absolutely. Without `relative` it would not scroll with the form.
      className="relative"
      data-early=""
      id={FIELDS_FORM_ID}
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
        ? familyRows(read).map((row) => {
            const Section = isHomeRow(read.rules, row.row) ? HomeSection : FamilySection;
            return <Section key={row.row} loaded={row} read={read} />;
          })
        : rows.map((row) => (
            <StudentFieldsRow key={row.row} loaded={row} read={read}>
              {() => (tab === "personal" ? <PersonalFields hasSea={read.hasSea} /> : <MedicalFields />)}
            </StudentFieldsRow>
          ))}
      <ScreenReaderMessage words={words} />
    </form>
  );
}

/** Orders the rows so that the home comes before the relatives. */
function familyRows({ rows, rules }: StudentTabView): LoadedRow[] {
  return rows.toSorted(
    (one, other) => Number(isHomeRow(rules, other.row)) - Number(isHomeRow(rules, one.row)),
  );
}

/** Lists the fields that were not saved when the tab was submitted as a form. */
function Unsaved({ read: { rows, rules, timeZone } }: Pick<FieldsFormProps, "read">) {
  const sent = rows.map((row) => ({
    row,
    fields: familyOrTabFields(rules, row.row),
    title: familySectionTitle(rules, row.row),
    isOneOfMany: true,
  }));
  const form = { id: FIELDS_FORM_ID, timeZone, isWhole: false };
  return <UnsavedRows form={form} rows={sent} title={PEOPLE_MESSAGES.studentNotSaved} />;
}

/** Prevents the submission. With JavaScript each field saves by itself, so there is nothing left to send. */
function stay(event: FormEvent) {
  event.preventDefault();
}

/**
 * Shows the fields of the Personal tab. `hasSea` is true if the school asks for the result of the Secondary Entrance
 * Assessment.
 */
function PersonalFields({ hasSea }: Pick<StudentTabView, "hasSea">) {
  return (
    <div className={FIELD_GRID_CLASS}>
      <StudentTabField className={TWO_THIRDS_WIDTH_CLASS} name="address_home" />
      <StudentTabField className={THIRD_WIDTH_CLASS} name="town" />
      <StudentTabField className={THIRD_WIDTH_CLASS} name="country_of_birth" />
      <StudentTabField className={THIRD_WIDTH_CLASS} name="nationality" />
      <StudentTabField className={THIRD_WIDTH_CLASS} name="phone_mobile" />
      <StudentTabField className={HALF_WIDTH_CLASS} name="email" />
      <StudentTabField className={HALF_WIDTH_CLASS} name="previous_school" />
      {hasSea ? (
        <>
          <StudentTabField className={THIRD_WIDTH_CLASS} name="sea_number" />
          <StudentTabField className={THIRD_WIDTH_CLASS} name="sea_score" />
          <StudentTabField className={THIRD_WIDTH_CLASS} name="sea_placement" />
        </>
      ) : null}
      <StudentTabField className={THIRD_WIDTH_CLASS} name="ethnic_group_id" />
      <StudentTabField className={THIRD_WIDTH_CLASS} name="religion_id" />
      <StudentTabField className={SHORT_FIELD_WIDTH_CLASS} name="blood_group" />
      <StudentTabField className={SHORT_FIELD_WIDTH_CLASS} name="device_type" />
      <StudentTabField className={THIRD_WIDTH_CLASS} name="distance_km" />
      {PERSONAL_TICK_BOX_FIELDS.map(({ name }) => (
        <TabTickBox className={`${THIRD_WIDTH_CLASS} self-end`} key={name} name={name} />
      ))}
    </div>
  );
}

function MedicalFields() {
  return (
    <>
      <Boxes className="md:grid-rows-3" fields={IMMUNIZATIONS} title="Immunization" />
      <Boxes className="md:grid-rows-2" fields={HEALTH_CONDITIONS} title="Health conditions" />
      <div className={FIELD_GRID_CLASS}>
        {MEDICAL_TEXTS.map(({ name }) => (
          <StudentTabField className={HALF_WIDTH_CLASS} key={name} name={name} />
        ))}
      </div>
    </>
  );
}

type BoxesProps = { title: string; fields: readonly { name: string }[]; className: string };

/** Shows checkboxes in three columns, to be read from top to bottom. */
function Boxes({ title, fields, className }: BoxesProps) {
  return (
    <fieldset className="mb-5 min-w-0">
      <legend className="mb-1.5 font-semibold">{title}</legend>
      <div
        className={joinClassNames(
          "grid gap-x-4 border-t border-line-2 md:auto-cols-fr md:grid-flow-col",
          className,
        )}
      >
        {fields.map(({ name }) => (
          <TabTickBox className="border-b border-line-2" key={name} name={name} />
        ))}
      </div>
    </fieldset>
  );
}
