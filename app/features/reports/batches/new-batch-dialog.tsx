import { Form } from "@remix-run/react";
import { BATCH_DAYS } from "#domain/documents/batches.ts";
import { PATHS } from "#domain/paths.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";

import type { Plan } from "./show-plan.server.ts";

type NewBatchDialogProps = { plan: Plan; fault: string | null; failed: Failed | null };

/** Asks before the documents of many classes are made. */
export function NewBatchDialog({ plan: { title, words, isEmpty }, fault, failed }: NewBatchDialogProps) {
  return (
    <Dialog closeTo={PATHS.batches} title={title}>
      <NotAnswered failed={failed} title="Nothing is being made" />
      {fault === null ? null : (
        <NoticeBox icon="refused" tone="refused">
          {fault}
        </NoticeBox>
      )}
      <p>{words}</p>
      {isEmpty ? null : (
        <p className="text-muted">
          They are made one class after another, whether or not this page is open, and kept for {BATCH_DAYS}{" "}
          days.
        </p>
      )}
      <Form className="grid auto-cols-fr grid-flow-col gap-2 md:flex md:justify-end" method="post">
        <AuthorField />
        <DialogLink data-first-focus to={PATHS.batches}>
          {isEmpty ? "Close" : "Cancel"}
        </DialogLink>
        {isEmpty ? null : <BusyButton busy="Starting">Start</BusyButton>}
      </Form>
    </Dialog>
  );
}
