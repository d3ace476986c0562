import { PATHS } from "#domain/paths.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import type { UndoMergeView } from "./undo-merge.server.ts";

/** Asks for confirmation before a merge is undone, or lists the changes that prevent it. */
export function UndoMergeDialog({ kept, merged, back, against }: UndoMergeView) {
  const [form] = useActionForm("undo-merge");
  const isOpen = against.length === 0;
  return (
    <Dialog closeTo={PATHS.duplicates} title="Undo the merge?">
      {isOpen ? (
        <>
          <p>
            <strong>{merged}</strong> and <strong>{kept}</strong> will be two records again, as they were
            before the merge.
          </p>
          <p className="text-muted">Restored: {back.join(", ")}.</p>
        </>
      ) : (
        <NoticeBox icon="refused" title="This merge can no longer be undone." tone="refused">
          Changed or added since the merge: {against.join(", ")}.
        </NoticeBox>
      )}
      <ActionForm
        form={form}
        preventScrollReset
        rejectedTitle="The merge was not undone"
        replace
        unansweredHint="Try again."
      >
        <DialogButtons closeTo={PATHS.duplicates} cancel={isOpen ? "Cancel" : "Close"} startsOnCancel>
          {isOpen ? <BusyButton busy="Undoing">Undo the merge</BusyButton> : null}
        </DialogButtons>
      </ActionForm>
    </Dialog>
  );
}
