import { formatListEntryField, type EmployeeTabInput } from "#fields/people/employee.ts";
import { FormCheckbox, FormField } from "#saving/screen/form/form-field.tsx";
import { FormMultiSelect } from "#saving/screen/form/form-list.tsx";

/** Six columns, so that related fields share a row. */
const GRID = "grid grid-cols-1 gap-x-4 gap-y-3.5 md:grid-cols-6";
const THIRD = "md:col-span-2";
const HALF = "md:col-span-3";
const WIDE = "md:col-span-4";

export function EmployeeTabFields({ rules }: { rules: EmployeeTabInput }) {
  if (rules.tab === "personal") return <PersonalFields />;
  return rules.tab === "employment" ? (
    <EmploymentFields rules={rules} />
  ) : (
    <QualificationFields rules={rules} />
  );
}

function PersonalFields() {
  return (
    <div className={GRID}>
      <FormField className={THIRD} name="title" />
      <FormField className={THIRD} name="first_name" />
      <FormField className={THIRD} name="last_name" />
      <FormField className={HALF} name="other_name" />
      <FormField className={HALF} name="gender" />
      <FormField className={HALF} name="date_of_birth" />
      <FormField className={HALF} name="marital_status" />
      <FormField className={THIRD} name="phone_mobile" />
      <FormField className={THIRD} name="phone_home" />
      <FormField className="md:col-span-full" name="address_home" />
      <FormField className={THIRD} name="kin_name" />
      <FormField className={THIRD} name="kin_relation" />
      <FormField className={THIRD} name="kin_phone" />
    </div>
  );
}

type RulesOf<Tab extends EmployeeTabInput["tab"]> = Extract<EmployeeTabInput, { tab: Tab }>;

function EmploymentFields({ rules: { formClasses, subjects } }: { rules: RulesOf<"employment"> }) {
  return (
    <div className={GRID}>
      <FormField className={THIRD} name="teacher_number" />
      <FormField className={THIRD} name="ihris_id" />
      <FormField className={THIRD} name="department" />
      <FormField className={WIDE} name="email_moe" />
      <FormField className={THIRD} name="assumption_date_school" />
      <FormField className={HALF} name="entry_date_public_service" />
      <FormField className={HALF} name="entry_date_teaching_service" />
      <FormField className={WIDE} name="substantive_post_id" />
      <FormField className={THIRD} name="assumption_date_substantive" />
      <FormField className={WIDE} name="acting_post_id" />
      <FormField className={THIRD} name="assumption_date_acting" />
      <FormMultiSelect
        className={THIRD}
        names={formClasses.map(({ form_class_id: id }) => formatListEntryField("form_classes", id))}
        title="Teacher Class"
      />
      <FormMultiSelect
        className={WIDE}
        names={subjects.map(({ subject_id: id }) => formatListEntryField("subjects", id))}
        title="Subjects Taught"
      />
    </div>
  );
}

/** Checkboxes and text fields are mixed, in the order of the Ministry's form. */
function QualificationFields({ rules: { qualifications } }: { rules: RulesOf<"qualifications"> }) {
  return (
    <div className="grid gap-y-3.5">
      {qualifications.map(({ qualification_id: id, details, detail }) =>
        details ? (
          <FormField hint={detail} key={id} name={formatListEntryField("qualifications", id)} />
        ) : (
          <FormCheckbox key={id} name={formatListEntryField("qualifications", id)} />
        ),
      )}
    </div>
  );
}
