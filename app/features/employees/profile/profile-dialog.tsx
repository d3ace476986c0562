import { Link } from "@remix-run/react";
import { useMemo, type ReactNode } from "react";
import { MESSAGES } from "#domain/messages.ts";
import { recordPanelUrl, type RecordUrls } from "#domain/people/record-params.ts";
import { employeeTabFields, formatListEntryField, type EmployeeTabInput } from "#fields/people/employee.ts";
import { recordFormFieldsKey } from "#saving/screen/form/form-result.ts";
import { RecordForm, SaveFormButton } from "#saving/screen/form/record-form.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { PersonAvatar } from "#ui/list/person-circle.tsx";
import { RecordDialog, RecordTabs } from "#ui/overlay/record-dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { RecordFormCheckbox, RecordFormField } from "#saving/screen/form/form-field.tsx";
import { RecordFormMultiSelect } from "#saving/screen/form/form-list.tsx";
import { employeeTabLinks, type EmployeeHead, type EmployeeTabView } from "./profile.ts";

type ProfileDialogProps = {
  profile: EmployeeTabView;
  params: RecordUrls;
  closeTo: string;
  /** A panel beside the record, such as the documents; null if none is open. */
  panel: ReactNode;
};

/** Shows an employee's record in a dialog over the list, one tab at a time. */
export function EmployeeRecordDialog({ profile, params, closeTo, panel }: ProfileDialogProps) {
  const hasDocuments = params.path.endsWith("/documents");
  return (
    <RecordDialog
      backLabel="Employees"
      closeTo={closeTo}
      width={panel === null ? "record" : "profile"}
      foot={
        <>
          <p className="mr-auto text-13 text-muted max-md:sr-only">
            {profile.closed === null ? "Only this tab is saved" : "Read only"}
          </p>
          <DialogLink className="max-md:hidden" to={closeTo}>
            Close
          </DialogLink>
          {profile.closed === null ? (
            <SaveFormButton className={panel === null ? undefined : "max-md:hidden"}>
              Update Information
            </SaveFormButton>
          ) : null}
          {panel === null ? null : (
            <DialogLink className="grow md:hidden" to={recordPanelUrl(params, null)}>
              {hasDocuments ? "Close documents" : "Back to the record"}
            </DialogLink>
          )}
        </>
      }
      about={<EmployeeRecordSubtitle head={profile.head} params={params} />}
      aside={
        <div className={joinClassNames("grid", panel !== null && "max-md:hidden")}>
          <DocumentsLink isOpen={hasDocuments} params={params} />
        </div>
      }
      picture={<PersonAvatar initials={profile.head.initials} size={64} src={profile.head.picture} />}
      tabs={
        // On a phone, an open panel replaces the record.
        <div className={panel === null ? undefined : "max-md:hidden"}>
          <EmployeeRecordTabs head={profile.head} params={params} />
        </div>
      }
      title={profile.head.name}
    >
      {/* The form is the same element with and without a panel. If it were not, React would discard typed values. */}
      <div
        className={panel === null ? undefined : "grid gap-6 xl:min-h-full xl:grid-cols-[minmax(0,1fr)_340px]"}
      >
        <div className={panel === null ? undefined : "min-w-0 max-xl:order-last max-md:hidden"}>
          <OpenRecord profile={profile} />
        </div>
        {panel === null ? null : <div className="min-w-0 xl:border-l xl:border-rule xl:pl-6">{panel}</div>}
      </div>
    </RecordDialog>
  );
}

export function EmployeeRecordSubtitle({ head, params }: { head: EmployeeHead; params: RecordUrls }) {
  return (
    <>
      {head.about}{" "}
      {head.isSeenByAdmin ? (
        <Link
          className="touch:inline-flex md:ml-2 touch:min-h-11 touch:items-center"
          preventScrollReset
          replace
          to={recordPanelUrl(params, "picture")}
        >
          Change Picture
        </Link>
      ) : null}
    </>
  );
}

export function DocumentsLink({ isOpen, params }: { isOpen: boolean; params: RecordUrls }) {
  return (
    <DialogLink
      className={isOpen ? "border-ink bg-cream-2" : undefined}
      icon="document"
      to={recordPanelUrl(params, isOpen ? null : "documents")}
    >
      {isOpen ? "Close documents" : "Add/View Documents"}
    </DialogLink>
  );
}

export function EmployeeRecordTabs({ params, head }: { params: RecordUrls; head: EmployeeHead }) {
  return <RecordTabs tabs={employeeTabLinks(params, head.isSeenByAdmin)} />;
}

/** Shows the form of the open tab. The dialog and the person's own profile page use it. */
function OpenRecord({ profile }: { profile: EmployeeTabView }) {
  const { head, rules, row, closed, timeZone } = profile;
  const fields = useMemo(() => employeeTabFields(rules), [rules]);
  return (
    <RecordForm
      closed={closed}
      fields={fields}
      key={`${head.id} ${rules.tab} ${recordFormFieldsKey(row)}`}
      record={rules.tab}
      row={row}
      timeZone={timeZone}
      title={MESSAGES.profileNotSaved}
    >
      <EmployeeTabFields rules={rules} />
    </RecordForm>
  );
}

type OwnRecordProps = {
  profile: EmployeeTabView;
  params: RecordUrls;
  /** The employee's documents; null if they are not open. */
  panel: ReactNode;
};

/** Shows a person's own record on their profile page, with the same tabs as in the office except Access. */
export function OwnEmployeeRecord({ profile, params, panel }: OwnRecordProps) {
  const { picture, initials, name, about } = profile.head;
  const documents = recordPanelUrl(params, panel === null ? "documents" : null);
  return (
    <Panel>
      <div className="mb-3 flex flex-wrap items-center gap-4">
        <PersonAvatar initials={initials} size={64} src={picture} />
        <div className="min-w-0 flex-1">
          <h2 className="break-words text-24">{name}</h2>
          <p className="text-13 text-muted">{about}</p>
        </div>
        <ButtonLink className="max-md:w-full" icon="document" preventScrollReset to={documents}>
          {panel === null ? "Add/View Documents" : "Close documents"}
        </ButtonLink>
      </div>
      {panel === null ? null : <div className="mb-6">{panel}</div>}
      <EmployeeRecordTabs head={{ ...profile.head, isSeenByAdmin: false }} params={params} />
      <OpenRecord profile={profile} />
      {profile.closed === null ? (
        <div className="mt-4 flex justify-end">
          <SaveFormButton>Update Information</SaveFormButton>
        </div>
      ) : null}
    </Panel>
  );
}

/** Six columns, so that related fields share a row. */
const GRID = "grid grid-cols-1 gap-x-4 gap-y-3.5 md:grid-cols-6";
const THIRD = "md:col-span-2";
const HALF = "md:col-span-3";
const WIDE = "md:col-span-4";

function EmployeeTabFields({ rules }: { rules: EmployeeTabInput }) {
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
      <RecordFormField className={THIRD} name="title" />
      <RecordFormField className={THIRD} name="first_name" />
      <RecordFormField className={THIRD} name="last_name" />
      <RecordFormField className={HALF} name="other_name" />
      <RecordFormField className={HALF} name="gender" />
      <RecordFormField className={HALF} name="date_of_birth" />
      <RecordFormField className={HALF} name="marital_status" />
      <RecordFormField className={THIRD} name="phone_mobile" />
      <RecordFormField className={THIRD} name="phone_home" />
      <RecordFormField className="md:col-span-full" name="address_home" />
      <RecordFormField className={THIRD} name="kin_name" />
      <RecordFormField className={THIRD} name="kin_relation" />
      <RecordFormField className={THIRD} name="kin_phone" />
    </div>
  );
}

type RulesOf<Tab extends EmployeeTabInput["tab"]> = Extract<EmployeeTabInput, { tab: Tab }>;

function EmploymentFields({ rules: { formClasses, subjects } }: { rules: RulesOf<"employment"> }) {
  return (
    <div className={GRID}>
      <RecordFormField className={THIRD} name="teacher_number" />
      <RecordFormField className={THIRD} name="ihris_id" />
      <RecordFormField className={THIRD} name="department" />
      <RecordFormField className={WIDE} name="email_moe" />
      <RecordFormField className={THIRD} name="assumption_date_school" />
      <RecordFormField className={HALF} name="entry_date_public_service" />
      <RecordFormField className={HALF} name="entry_date_teaching_service" />
      <RecordFormField className={WIDE} name="substantive_post_id" />
      <RecordFormField className={THIRD} name="assumption_date_substantive" />
      <RecordFormField className={WIDE} name="acting_post_id" />
      <RecordFormField className={THIRD} name="assumption_date_acting" />
      <RecordFormMultiSelect
        className={THIRD}
        names={formClasses.map(({ form_class_id: id }) => formatListEntryField("form_classes", id))}
        title="Teacher Class"
      />
      <RecordFormMultiSelect
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
          <RecordFormField hint={detail} key={id} name={formatListEntryField("qualifications", id)} />
        ) : (
          <RecordFormCheckbox key={id} name={formatListEntryField("qualifications", id)} />
        ),
      )}
    </div>
  );
}
