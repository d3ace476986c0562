import { Form } from "@remix-run/react";

import { Button, ButtonLink } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { NoticeBox } from "#ui/notice-box.tsx";
import { SelectField } from "#ui/select-field.tsx";

import type { SubjectView } from "./dialogs.ts";

type SubjectDialogProps = { view: SubjectView; refusal: string | null };

/** An admin's two acts on a subject row of a report: give its marks to another subject, or delete them (T6). */
export function SubjectDialog({ view, refusal }: SubjectDialogProps) {
  const { closeTo, student, subject, marks } = view;
  return (
    <Dialog closeTo={closeTo} title={`${subject.title}, ${student}`}>
      {refusal ? (
        <NoticeBox icon="refused" tone="refused">
          {refusal}
        </NoticeBox>
      ) : null}
      <div>
        <p className="text-13 text-muted">Marks of this term</p>
        <ul className="divide-y divide-line border-y">
          {marks.map((mark) => (
            <li className="py-1.5" key={mark}>
              {mark}
            </li>
          ))}
        </ul>
      </div>
      <ChangeSubject view={view} />
      <Form
        className="flex flex-wrap items-center justify-between gap-3 border-t pt-4"
        method="post"
        preventScrollReset
        replace
      >
        <span className="min-w-0 grow basis-48 text-13 text-muted">
          Deleted marks stay in the record of changes, and are no longer on the report.
        </span>
        <Button kind="danger" name="intent" value="delete">
          Delete
        </Button>
      </Form>
      <ButtonLink className="self-end" data-first-focus="" preventScrollReset replace to={closeTo}>
        Close
      </ButtonLink>
    </Dialog>
  );
}

function ChangeSubject({ view: { subjects } }: Pick<SubjectDialogProps, "view">) {
  const choices = subjects.map(({ subject_id, title, taken }) => ({
    value: String(subject_id),
    label: taken ? `${title} (has marks)` : title,
  }));
  return (
    <Form className="flex flex-wrap items-end gap-2" method="post" preventScrollReset replace>
      <div className="min-w-0 grow">
        <SelectField
          choices={choices}
          label="These are the marks of"
          name="new_subject_id"
          prompt="Choose a subject"
          required
        />
      </div>
      <Button name="intent" value="change">
        Change subject
      </Button>
    </Form>
  );
}
