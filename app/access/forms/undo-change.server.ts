import { z } from "zod";
import {
  lockUndoableChange,
  markChangeUndone,
  type UndoableChangeData,
} from "#db/queries/people/undoable-changes.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { isOwnPage, PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { formSucceeded } from "./answer-form.server.ts";

/** The result of an undo, with a message for the person. If nothing could be undone, the undo is offered again. */
export type UndoOutcome = { isUndone: boolean; message: string };

export const UndoFormSchema = z.object({ to: z.string().default("") });

type KindOfChange = UndoableChangeData["kind"];
type ChangeOf<Kind extends KindOfChange> = {
  title: string;
  change: Extract<UndoableChangeData, { kind: Kind }>;
};

/** The function for each kind of change. It checks access, then restores the values that nobody has changed since. */
export type UndoByKind = {
  [Kind in KindOfChange]: (
    person: Person,
    undone: ChangeOf<Kind>,
    t: TermTransaction,
  ) => Promise<UndoOutcome>;
};

type Asked = { changeId: number; input: z.output<typeof UndoFormSchema>; undoByKind: UndoByKind };

const SECONDS = 6;
const TOO_LATE = "This change can no longer be undone. Correct it by hand.";

/** Undoes a change of this person's own, within a day, and returns to the page on which it was offered. */
export function undoOwnChange(person: Person, { changeId, input, undoByKind }: Asked) {
  const { accountId } = person;
  const to = isOwnPage(input.to) ? input.to : PATHS.mainMenu;
  return termTransaction(person, async (t) => {
    const found = await lockUndoableChange({ changeId, accountId }, t);
    if (!found) return formSucceeded(to, TOO_LATE, { tone: "refused", seconds: SECONDS });
    const undo = undoByKind[found.change.kind] as UndoByKind[KindOfChange] as (
      person: Person,
      undone: ChangeOf<KindOfChange>,
      t: TermTransaction,
    ) => Promise<UndoOutcome>;
    const { isUndone, message } = await undo(person, found, t);
    if (isUndone) await markChangeUndone(changeId, t);
    return formSucceeded(to, message, { tone: isUndone ? "done" : "refused", seconds: SECONDS });
  });
}
