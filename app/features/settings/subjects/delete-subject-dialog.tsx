import { Form } from "@remix-run/react";

import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { FactLines } from "#ui/list/fact-lines.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { MESSAGES } from "#domain/messages.ts";

import { keptWords, subjectsUrl, inUseWords, type SubjectLeaving } from "./school-subjects.rules.ts";

type DeleteSubjectDialogProps = { leaving: SubjectLeaving; failed: Failed | null };

/** Says whether the subject is deleted or retired, and what stays. */
export function DeleteSubjectDialog({ leaving, failed }: DeleteSubjectDialogProps) {
  const { title, isUsed } = leaving;
  return (
    <Dialog closeTo={subjectsUrl()} title={`Delete ${title}?`}>
      <NotAnswered failed={failed} title={MESSAGES.recordError} />
      <p className="-mt-2">
        {isUsed
          ? `${title} is in use, so it is retired: it is no longer offered, and nothing is lost.`
          : `Nothing is of ${title} yet, so it is deleted for good.`}
      </p>
      {isUsed ? (
        <FactLines
          lines={[
            { term: "In use by", says: inUseWords(leaving) },
            { term: "Kept", says: keptWords(leaving) },
            { term: "The way back", says: "The Retired tab brings it back." },
          ]}
        />
      ) : null}
      <Form className="flex justify-end gap-2" method="post" preventScrollReset replace>
        <AuthorField />
        <DialogLink data-first-focus to={subjectsUrl()}>
          Cancel
        </DialogLink>
        <BusyButton busy="Deleting" kind="danger">
          Delete
        </BusyButton>
      </Form>
    </Dialog>
  );
}
