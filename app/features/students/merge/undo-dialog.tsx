import { Form } from "@remix-run/react";
import { PATHS } from "#domain/paths.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";

/** What is given back, or what stands against it. */
type UndoDialogProps = {
  undo: { kept: string; merged: string; back: readonly string[]; against: readonly string[] };
  failed: Failed | null;
};

export function UndoDialog({ undo: { kept, merged, back, against }, failed }: UndoDialogProps) {
  const isOpen = against.length === 0;
  return (
    <Dialog closeTo={PATHS.duplicates} title="Undo the merge?">
      <NotAnswered failed={failed} title="The merge was not undone">
        Try again.
      </NotAnswered>
      {isOpen ? (
        <>
          <p>
            <strong>{merged}</strong> and <strong>{kept}</strong> are two records again, both as they were.
          </p>
          <p className="text-muted">Given back or as before: {back.join(", ")}.</p>
        </>
      ) : (
        <NoticeBox icon="refused" title="It can be undone no more." tone="refused">
          Changed or added since: {against.join(", ")}.
        </NoticeBox>
      )}
      <Form
        className="grid auto-cols-fr grid-flow-col gap-2 md:flex md:justify-end"
        method="post"
        preventScrollReset
        replace
      >
        <AuthorField />
        <DialogLink data-first-focus="" to={PATHS.duplicates}>
          {isOpen ? "Cancel" : "Close"}
        </DialogLink>
        {isOpen ? <BusyButton busy="Undoing">Undo the merge</BusyButton> : null}
      </Form>
    </Dialog>
  );
}
