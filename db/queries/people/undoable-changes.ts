import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import { UndoableChange, type UndoableChangeData } from "../../models/record-of-changes.ts";

export type { UndoableChangeData };

/** A change can be undone for a day, like an import or a merge. */
const IS_UNDOABLE = "u.undone_at is null and u.made_at > now() - interval '1 day'";

type NewChange = { accountId: number; title: string; change: UndoableChangeData };

/** Stores a change that its author can undo for a day, and deletes the author's older changes. Returns its id. */
export async function insertUndoableChange(
  { accountId: account_id, title, change }: NewChange,
  t: Transaction,
): Promise<number> {
  await runQuery(
    "delete from undoable_changes u where u.account_id = $accountId and u.made_at < now() - interval '2 days'",
    { accountId: account_id },
    t,
  );
  return (await UndoableChange.insert({ account_id, title, change }, t)).change_id;
}

type ListedChange = Pick<UndoableChange, "change_id" | "title" | "made_at">;
type Kinds = { accountId: number; kinds: readonly UndoableChangeData["kind"][]; most: number };

/** Lists the author's changes of these kinds that can still be undone, the latest first. */
export function listUndoableChanges(params: Kinds, t: ReadTransaction): Promise<ListedChange[]> {
  return queryRows<ListedChange>(
    `select u.change_id, u.title, u.made_at
       from undoable_changes u
      where u.account_id = $accountId and u.change ->> 'kind' = any ($kinds::text[]) and ${IS_UNDOABLE}
      order by u.made_at desc, u.change_id desc
      limit $most`,
    params,
    t,
  );
}

/** Finds a change of this author that can still be undone, and locks it, so that it is undone only once. */
export function lockUndoableChange(
  params: { changeId: number; accountId: number },
  t: Transaction,
): Promise<Pick<UndoableChange, "title" | "change"> | null> {
  return queryRow<Pick<UndoableChange, "title" | "change">>(
    `select u.title, u.change
       from undoable_changes u
      where u.change_id = $changeId and u.account_id = $accountId and ${IS_UNDOABLE}
      order by u.change_id
        for no key update`,
    params,
    t,
  );
}

export function markChangeUndone(changeId: number, t: Transaction): Promise<void> {
  return runQuery(
    "update undoable_changes set undone_at = now() where change_id = $changeId",
    { changeId },
    t,
  );
}
