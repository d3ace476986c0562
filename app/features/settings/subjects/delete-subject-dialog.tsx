import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { FactLines } from "#ui/list/fact-lines.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { MESSAGES } from "#domain/messages.ts";

import { keptWords, subjectsUrl, inUseWords, type SubjectLeaving } from "./school-subjects.rules.ts";

/** Says whether the subject is deleted or retired, and what stays. */
export function DeleteSubjectDialog({ leaving }: { leaving: SubjectLeaving }) {
  const [form] = useActionForm("delete-subject");
  const { title, isUsed } = leaving;
  return (
    <Dialog closeTo={subjectsUrl()} title={`Delete ${title}?`}>
      <p className="-mt-2">
        {isUsed
          ? `${title} is in use, so it is retired: it is no longer offered, and nothing is lost.`
          : `Nothing uses ${title} yet, so it is deleted for good.`}
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
      <ActionForm form={form} preventScrollReset rejectedTitle={MESSAGES.recordError} replace>
        <div className="flex justify-end gap-2">
          <DialogLink data-first-focus to={subjectsUrl()}>
            Cancel
          </DialogLink>
          <BusyButton busy="Deleting" kind="danger">
            Delete
          </BusyButton>
        </div>
      </ActionForm>
    </Dialog>
  );
}
