import { Link } from "@remix-run/react";

import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { Field } from "#ui/form/field.tsx";
import type { Column } from "#ui/page/data-table.tsx";

import type { Sent } from "../refused-fields.tsx";
import {
  deleteSubjectUrl,
  subjectsUrl,
  type ListedSubject,
  type SubjectsPlace,
} from "./school-subjects.rules.ts";

/** The form of the row that is edited: a table row cannot be one itself. */
export const SUBJECT_FORM = "subject";

export const NEW_ROW: ListedSubject = { id: 0, title: "", abbr: "", version: 0, classes: 0, marks: 0 };

type ColumnsOf = SubjectsPlace & { sent: Sent | null };

export function columnsOf({ tab, edit, sent }: ColumnsOf): Column<ListedSubject>[] {
  const isEdited = isRow(edit);
  const field = (subject: ListedSubject, name: "title" | "abbr") => ({
    autoComplete: "off",
    className: "font-normal",
    defaultValue: sent?.typed[name] ?? subject[name],
    error: sent?.errors[name],
    form: SUBJECT_FORM,
    labelClass: "lg:sr-only",
    name,
    required: true,
  });
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
      title: "Title",
      names: true,
      cell: (subject) =>
        isEdited(subject) ? (
          <Field {...field(subject, "title")} autoFocus={!sent?.errors.abbr} label="Title" />
        ) : (
          subject.title
        ),
    },
    {
      key: "abbr",
      title: "Abbreviation",
      width: "w-[220px]",
      cell: (subject) =>
        isEdited(subject) ? (
          <Field
            {...field(subject, "abbr")}
            autoFocus={!sent?.errors.title && sent?.errors.abbr !== undefined}
            label="Abbreviation"
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
        if (isEdited(subject)) return <EditActs subject={subject} tab={tab} />;
        return tab === "retired" ? <BringBack {...subject} /> : <Acts {...subject} />;
      },
    },
  ];
}

export function rowClass(edit: SubjectsPlace["edit"]) {
  const isEdited = isRow(edit);
  return (subject: ListedSubject) => (isEdited(subject) ? "lit-row" : undefined);
}

function isRow(edit: SubjectsPlace["edit"]) {
  return ({ id }: ListedSubject) => id === (edit === "new" ? NEW_ROW.id : edit);
}

function figure(key: string, title: string) {
  return { key, title, numeric: true, wideOnly: true, width: "w-28", className: "tabular-nums" };
}

function Acts({ id, title }: ListedSubject) {
  return (
    <span className="inline-flex gap-4">
      <Link
        aria-label={`Edit ${title}`}
        className="row-act"
        preventScrollReset
        to={subjectsUrl({ edit: id })}
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

function EditActs({ subject: { id, title }, tab }: { subject: ListedSubject; tab: SubjectsPlace["tab"] }) {
  return (
    <div className="flex w-full flex-col gap-3">
      <div className="grid grid-cols-2 gap-2 md:flex md:justify-end">
        <ButtonLink preventScrollReset to={subjectsUrl({ tab })}>
          Cancel
        </ButtonLink>
        <BusyButton busy="Saving" form={SUBJECT_FORM}>
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

function BringBack({ id, title }: ListedSubject) {
  return (
    <form action={subjectsUrl({ tab: "retired" })} method="post">
      <AuthorField />
      <input name="subject" type="hidden" value={id} />
      <button aria-label={`Bring back ${title}`} className="as-link row-act" name="intent" value="bring-back">
        Bring back
      </button>
    </form>
  );
}
