import { Form } from "@remix-run/react";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";

type ThrowAwayDialogProps = { files: number; about: string; closeTo: string; failed: Failed | null };

/** Asks before what was sent, and chosen by hand, is gone. */
export function ThrowAwayDialog({ files, about, closeTo, failed }: ThrowAwayDialogProps) {
  return (
    <Dialog closeTo={closeTo} title="Throw away this upload?">
      <NotAnswered failed={failed} title="Nothing was changed" />
      <p className="-mt-2">
        {files === 1 ? "1 file" : `${files.toLocaleString("en")} files`}, sent {about}. No student gets a
        picture of it, and the files have to be sent again.
      </p>
      <Form className="flex justify-end gap-2" method="post" replace>
        <AuthorField />
        <DialogLink data-first-focus to={closeTo}>
          Cancel
        </DialogLink>
        <BusyButton busy="Throwing away" intent="discard" kind="danger">
          Throw away
        </BusyButton>
      </Form>
    </Dialog>
  );
}
