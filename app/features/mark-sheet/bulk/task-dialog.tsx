import { ChooseTask } from "./choose-task.tsx";
import { FillMany } from "./fill-many.tsx";
import { FindStudent } from "./find-student.tsx";
import { PasteMany } from "./paste/paste-many.tsx";
import { RestAway } from "./rest-away.tsx";
import { RowMenu } from "./row-menu.tsx";
import type { ToolProps } from "./tasks.ts";

/** The dialog of the task. This file is the head of a script of its own, which the page does not wait for. */
export function TaskDialog(props: ToolProps) {
  const { task } = props.bulk;
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
    case "row":
      return <RowMenu {...props} row={task.row} />;
    default:
      return null;
  }
}
