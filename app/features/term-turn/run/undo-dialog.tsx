import { Form } from "@remix-run/react";

import { MESSAGES } from "#domain/messages.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { FactLines } from "#ui/list/fact-lines.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";

import { turnUrl } from "../turn-place.rules.ts";
import type { ShownTurn } from "../turn.ts";

/** Taking a run back is an act on the whole school too. */
export function UndoDialog({ turn, failed }: { turn: ShownTurn; failed: Failed | null }) {
  const { id, from, to } = turn;
  return (
    <Dialog closeTo={turnUrl(id)} title="Undo the turn?">
      <NotAnswered failed={failed} title={MESSAGES.termNotSet}>
        Look whether it began before you try again.
      </NotAnswered>
      <FactLines
        lines={[
          {
            term: "Changes",
            says: `${from.title} is the current term again, and every student is where they were.`,
          },
          {
            term: "Stays",
            says: "Every mark and report of the terms before, and what was decided for the turn.",
          },
          { term: "The way back", says: `Rehearse and turn to ${to.title} again, at any time.` },
        ]}
      />
      <Form className="grid auto-cols-fr grid-flow-col gap-2 md:flex md:justify-end" method="post" replace>
        <AuthorField />
        <DialogLink data-first-focus to={turnUrl(id)}>
          Cancel
        </DialogLink>
        <BusyButton busy="Putting back" icon="undo" kind="danger">
          Undo the Turn
        </BusyButton>
      </Form>
    </Dialog>
  );
}
