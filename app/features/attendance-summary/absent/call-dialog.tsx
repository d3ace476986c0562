import { Form } from "@remix-run/react";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Field } from "#ui/form/field.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";

import type { CallTaken, NotedCall } from "./note-call.server.ts";

type CallDialogProps = {
  call: NotedCall;
  closeTo: string;
  /** What was not taken. */
  refused: Extract<CallTaken, { ok: false }> | null;
  failed: Failed | null;
};

/** That the family was called, and what was said. */
export function CallDialog({ call, closeTo, refused, failed }: CallDialogProps) {
  const { name, day, note, version, words } = call;
  return (
    <Dialog closeTo={closeTo} title={`Call about ${name}`}>
      <NotAnswered failed={failed} title="The call was not noted" />
      <p className="-mt-3 text-13 text-muted">{[`Absent on ${day}`, words].filter(Boolean).join(" · ")}</p>
      <Form className="flex flex-col gap-4" method="post" noValidate preventScrollReset replace>
        <AuthorField />
        <input name="version" type="hidden" value={refused?.version ?? version} />
        <Field
          autoComplete="off"
          data-first-focus=""
          defaultValue={refused?.typed ?? note}
          error={refused?.fault}
          hint="What was said, and what was agreed; it may stay empty"
          label="Note"
          name="note"
        />
        <div className="grid auto-cols-fr grid-flow-col gap-2 md:flex md:justify-end">
          <DialogLink to={closeTo}>Cancel</DialogLink>
          <BusyButton busy="Saving">Called</BusyButton>
        </div>
      </Form>
    </Dialog>
  );
}
