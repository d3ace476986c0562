import { Link } from "@remix-run/react";
import { MESSAGES } from "#domain/messages.ts";
import { LONGEST_ABBREVIATION, LONGEST_SUBJECT_TITLE } from "#domain/school/subject-names.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { HiddenField, TextField, type ActionFormField } from "#ui/form/fields/fields.tsx";
import { ConsequenceList } from "#ui/list/fact-lines.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { Tabs } from "#ui/page/tabs.tsx";
import {
  deleteSubjectUrl,
  formatSubjectUse,
  describeKeptMarksOfSubject,
  schoolSubjectsUrl,
  type SubjectDeletion,
  type SchoolSubjectsParams,
} from "./school-subjects.rules.ts";
import type { SchoolSubjectsView, SubjectsInput, SchoolSubjectView } from "./school-subjects.server.ts";

/** The school's active and retired subjects. One row at a time can be edited. */
export function SchoolSubjectsPage(view: SchoolSubjectsView) {
  const { tab, edit } = view;
  return (
    <>
      <PageHead
        actions={
          <ButtonLink icon="plus" preventScrollReset to={schoolSubjectsUrl({ edit: "new" })}>
            Add Subject
          </ButtonLink>
        }
        title="Add / Edit Subjects"
      />
      <SubjectTabs {...view} />
      <Subjects key={`${tab} ${edit}`} {...view} />
    </>
  );
}

function SubjectTabs({ tab, counts }: SchoolSubjectsView) {
  const tabOf = (each: SchoolSubjectsView["tab"], words: string) => ({
    to: schoolSubjectsUrl({ tab: each }),
    current: tab === each,
    title: (
      <>
        {words} <span className="ml-2 font-normal text-muted">{counts[each]}</span>
      </>
    ),
  });
  return <Tabs label="Subjects" tabs={[tabOf("in use", "In use"), tabOf("retired", "Retired")]} />;
}

const NEW_ROW: SchoolSubjectView = { id: 0, title: "", abbr: "", version: 0, classes: 0, marks: 0 };
const LABELS = { title: "Title", abbr: "Abbreviation" };

/** The subjects. A form cannot be a table row, so the edited fields refer to a form above the table by its id. */
function Subjects({ tab, edit, subjects }: SchoolSubjectsView) {
  const { title, abbr, version } = subjects.find(({ id }) => id === edit) ?? { ...NEW_ROW, version: null };
  const [form, fields] = useActionForm<SubjectsInput>("subject", { title, abbr, version });
  const isEdited = ({ id }: SchoolSubjectView) => id === (edit === "new" ? NEW_ROW.id : edit);
  return (
    <>
      {edit === null ? null : (
        <ActionForm
          action={schoolSubjectsUrl({ tab, edit })}
          className="[&>[role=alert]]:mb-4"
          form={form}
          labels={LABELS}
          preventScrollReset
          rejectedTitle={MESSAGES.recordError}
          replace
          unansweredTitle={MESSAGES.recordError}
        />
      )}
      <Panel flush>
        <DataTable
          caption={tab === "retired" ? "Retired subjects" : "Subjects"}
          className="people-table"
          columns={columnsOf({ tab, isEdited, fields, formId: form.id })}
          empty={<NoSubject tab={tab} />}
          rowClass={(subject) => (isEdited(subject) ? "lit-row" : undefined)}
          rowKey={({ id }) => id}
          rows={edit === "new" && tab === "in use" ? [NEW_ROW, ...subjects] : subjects}
        />
      </Panel>
    </>
  );
}

function NoSubject({ tab }: Pick<SchoolSubjectsView, "tab">) {
  if (tab === "retired")
    return (
      <EmptyState action={null}>
        No retired subjects yet. A subject in use moves here when you delete the subject.
      </EmptyState>
    );
  const action = <ButtonLink to={schoolSubjectsUrl({ edit: "new" })}>Add the first subject</ButtonLink>;
  return <EmptyState action={action}>No subjects yet.</EmptyState>;
}

type ColumnsOf = {
  tab: SchoolSubjectsParams["tab"];
  isEdited: (subject: SchoolSubjectView) => boolean;
  fields: Record<"title" | "abbr", ActionFormField>;
  formId: string;
};

function columnsOf({ tab, isEdited, fields, formId }: ColumnsOf): DataTableColumn<SchoolSubjectView>[] {
  const startsOnAbbr = Boolean(fields.abbr.errors) && !fields.title.errors;
  const props = { className: "font-normal", form: formId, labelClass: "lg:sr-only", required: true };
  return [
    {
      key: "id",
      title: "ID",
      width: "w-[72px]",
      wideOnly: true,
      className: "margin-rule",
      cell: ({ id }) => (id === NEW_ROW.id ? "New" : id),
    },
    {
      key: "title",
      title: LABELS.title,
      names: true,
      cell: (subject) =>
        isEdited(subject) ? (
          <TextField
            {...props}
            autoFocus={!startsOnAbbr}
            field={fields.title}
            label={LABELS.title}
            maxLength={LONGEST_SUBJECT_TITLE}
          />
        ) : (
          subject.title
        ),
    },
    {
      key: "abbr",
      title: LABELS.abbr,
      width: "w-[220px]",
      cell: (subject) =>
        isEdited(subject) ? (
          <TextField
            {...props}
            autoFocus={startsOnAbbr}
            field={fields.abbr}
            label={LABELS.abbr}
            maxLength={LONGEST_ABBREVIATION}
          />
        ) : (
          <span className="max-md:text-muted">{subject.abbr}</span>
        ),
    },
    { ...figure("classes", "Classes"), cell: ({ classes }) => classes.toLocaleString("en") },
    { ...figure("marks", "Marks"), cell: ({ marks }) => marks.toLocaleString("en") },
    {
      key: "act",
      title: "",
      numeric: true,
      width: "w-[200px]",
      cell: (subject) => {
        if (isEdited(subject)) return <EditButtons formId={formId} subject={subject} tab={tab} />;
        return tab === "retired" ? <BringBack {...subject} /> : <RowLinks {...subject} />;
      },
    },
  ];
}

function figure(key: string, title: string) {
  return { key, title, numeric: true, wideOnly: true, width: "w-28", className: "tabular-nums" };
}

function RowLinks({ id, title }: SchoolSubjectView) {
  return (
    <span className="inline-flex gap-4">
      <Link
        aria-label={`Edit ${title}`}
        className="row-act"
        preventScrollReset
        to={schoolSubjectsUrl({ edit: id })}
      >
        Edit
      </Link>
      <Link
        aria-label={`Delete ${title}`}
        className="row-act max-md:hidden"
        preventScrollReset
        to={deleteSubjectUrl(id)}
      >
        Delete
      </Link>
    </span>
  );
}

type EditButtonsProps = { subject: SchoolSubjectView; tab: SchoolSubjectsParams["tab"]; formId: string };

function EditButtons({ subject: { id, title }, tab, formId }: EditButtonsProps) {
  return (
    <div className="flex w-full flex-col gap-3">
      <div className="grid grid-cols-2 gap-2 md:flex md:justify-end">
        <ButtonLink preventScrollReset to={schoolSubjectsUrl({ tab })}>
          Cancel
        </ButtonLink>
        <BusyButton busy="Saving" form={formId}>
          Save
        </BusyButton>
      </div>
      {id === NEW_ROW.id ? null : (
        <Link className="self-start py-2 text-refused md:hidden" preventScrollReset to={deleteSubjectUrl(id)}>
          Delete {title}
        </Link>
      )}
    </div>
  );
}

function BringBack({ id, title }: SchoolSubjectView) {
  const [form, fields] = useActionForm<SubjectsInput>(`bring-back-${id}`, { subject: id });
  return (
    <ActionForm
      action={schoolSubjectsUrl({ tab: "retired" })}
      form={form}
      rejectedTitle={MESSAGES.recordError}
      unansweredTitle={MESSAGES.recordError}
    >
      <HiddenField field={fields.subject} />
      <button aria-label={`Bring back ${title}`} className="as-link row-act" name="intent" value="bring-back">
        Bring back
      </button>
    </ActionForm>
  );
}

/** Explains whether the subject would be deleted or retired and which data stays, and asks for confirmation. */
export function DeleteSubjectDialog({ leaving }: { leaving: SubjectDeletion }) {
  const [form] = useActionForm("delete-subject");
  const { title, isUsed } = leaving;
  return (
    <Dialog closeTo={schoolSubjectsUrl()} title={`Delete ${title}?`}>
      <p className="-mt-2">
        {isUsed
          ? `${title} is in use, so it will be retired. Nobody can choose the subject any longer, but no marks or reports are lost.`
          : `${title} is not used anywhere, so it will be deleted permanently.`}
      </p>
      {isUsed ? (
        <ConsequenceList
          lines={[
            { term: "In use by", says: formatSubjectUse(leaving) },
            { term: "Kept", says: describeKeptMarksOfSubject(leaving) },
            { term: "To undo", says: "Bring the subject back on the Retired tab." },
          ]}
        />
      ) : null}
      <ActionForm
        form={form}
        preventScrollReset
        rejectedTitle={MESSAGES.recordError}
        replace
        unansweredTitle={MESSAGES.recordError}
      >
        <DialogButtons closeTo={schoolSubjectsUrl()} startsOnCancel>
          <BusyButton busy="Deleting" kind="danger">
            Delete
          </BusyButton>
        </DialogButtons>
      </ActionForm>
    </Dialog>
  );
}
