import type { SavingStore } from "#saving/client/saving-store.ts";

import { ChooseTask } from "./choose-task.tsx";
import type { Columns } from "../sheet/columns.rules.ts";
import { FillMany } from "./fill-many.tsx";
import { FindStudent } from "./find-student.tsx";
import { PasteMany } from "./paste-many.tsx";
import { RestAway } from "./rest-away.tsx";
import type { Sheet } from "../sheet/sheet.ts";
import type { BulkActions } from "./use-bulk-actions.ts";

export type ToolProps = { sheet: Sheet; columns: Columns; store: SavingStore; hands: BulkActions };

/** The dialog of the task in hand. This file is the head of a script of its own, which the page does not wait for. */
export function TaskDialog(props: ToolProps) {
  const { task } = props.hands;
  switch (task?.kind) {
    case "find":
      return <FindStudent {...props} typed={task.typed} />;
    case "choose":
      return <ChooseTask {...props} />;
    case "paste":
      return <PasteMany {...props} text={task.text} />;
    case "fill":
      return <FillMany {...props} />;
    case "rest":
      return <RestAway {...props} attendance={task.attendance} />;
    default:
      return null;
  }
}
