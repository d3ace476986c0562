import { ANOTHER } from "#domain/people/imports.ts";
import { judgedChange } from "./judge-change.rules.ts";
import { judgedCreation } from "./judge-creation.rules.ts";
import { keyOf, type AskedRow, type Judgement, type Known } from "./known.ts";
import { textOf, twiceInFile, unread } from "./row-values.rules.ts";

/** What a row would do, or why it cannot. */
export function judgedRow(asked: AskedRow, known: Known): Judgement {
  const wantedId = isChosen(asked.choice) ? asked.choice : textOf(asked.cells, "student_id");
  const here = wantedId === "" ? undefined : known.here.get(keyOf("student_id", wantedId));
  const faults = [...unread(asked.cells), ...twiceInFile(asked, known)];
  return here ? judgedChange(asked, { here, known, faults }) : judgedCreation(asked, { known, faults });
}

function isChosen(choice: string): boolean {
  return choice !== "" && choice !== ANOTHER;
}
