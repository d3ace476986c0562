import { ErrorSummary } from "#ui/form/error-summary.tsx";
import { isFailed } from "#ui/page/act-in-place.ts";

import { NO_ANSWER, type RosterCame } from "./roster-answer.ts";
import type { RosterStudent } from "../subjects.ts";

type RosterFaultsProps = {
  sent: RosterCame | null;
  students: readonly RosterStudent[];
  /** The server could not be reached for another part of the roster. */
  isLost: boolean;
};

const NOT_READ = "No connection. What is shown was read before: try again when it is back.";

/** What cannot be said beside a row: of all that was sent, and of who is on the list no more. */
export function RosterFaults({ sent, students, isLost }: RosterFaultsProps) {
  if (isFailed(sent)) return <Fault title={NO_ANSWER} />;
  if (isLost) return <Fault title={NOT_READ} />;
  if (sent === null) return null;
  const gone = Object.entries(sent.rows).flatMap(([key, row]) =>
    row.state === "refused" && !students.some((student) => String(student.key) === key)
      ? [`${row.who}: ${row.reason}.`]
      : [],
  );
  const words = [...(sent.fault === null ? [] : [sent.fault]), ...gone];
  return words.length > 0 ? <Fault title={words.join(" ")} /> : null;
}

function Fault({ title }: { title: string }) {
  return <ErrorSummary className="mb-3" key={title} title={title} />;
}
