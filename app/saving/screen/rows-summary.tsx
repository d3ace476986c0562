import { formatValue } from "#fields/kind.ts";
import type { RecordFields } from "#fields/record.ts";
import { type LoadedRow, type RowSaveOutcome, OWN_CHANGE_AUTHOR, joinReasons } from "../protocol/protocol.ts";
import { rowElementId } from "./field-dom.ts";
import { SubmittedRecordSummary } from "./save-summary.tsx";

type NamedRow = LoadedRow & { name: string };

type RowsSummaryProps = {
  rows: readonly NamedRow[];
  fields: RecordFields;
  /** The page to which the person was navigating, or null if the person stays. */
  leaveTo: string | null;
};

/** The counts for a form of many rows, with links to the rows that need attention. */
export function RowsSummary({ rows, fields, leaveTo }: RowsSummaryProps) {
  const needing = [...withOutcome(rows, "refused"), ...withOutcome(rows, "changed")];
  return (
    <SubmittedRecordSummary
      className="mb-4"
      isSaved={needing.length === 0}
      leaveTo={leaveTo}
      title={countWords(rows)}
    >
      {needing.length > 0 ? (
        <ul className="mt-1">
          {needing.map(({ row, name, outcome }) => (
            <li className="py-0.5 touch:py-1.5" key={row}>
              <a href={`#${rowElementId(row)}`}>{name}</a>{" "}
              {outcome ? <span className="text-muted">{outcomeWords(outcome, fields)}</span> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </SubmittedRecordSummary>
  );
}

/** Describes an outcome with the typed values, which no field shows if the form can no longer be edited. */
function outcomeWords(outcome: RowSaveOutcome, fields: RecordFields): string {
  if (outcome.state === "saved") return "";
  const typed = Object.entries(outcome.typed).map(([name, value]) =>
    formatValue(fields.get(name)?.kind, value, "blank"),
  );
  const end =
    outcome.state === "refused"
      ? `not saved, ${joinReasons(outcome.refusals)}`
      : `changed by ${outcome.by} while you had this page open`;
  return `${typed.join(", ")}: ${end}`;
}

/** Returns text such as '31 saved, 1 not saved, 1 changed by a colleague.' */
function countWords(rows: readonly NamedRow[]): string {
  const [saved, refused, changed] = (["saved", "refused", "changed"] as const).map(
    (state) => withOutcome(rows, state).length,
  );
  if (rows.every(({ outcome }) => !outcome)) return "You had not changed anything.";
  const isOwn = rows.some(({ outcome }) => outcome?.state === "changed" && outcome.by === OWN_CHANGE_AUTHOR);
  const parts = [
    `${saved} saved`,
    refused ? `${refused} not saved` : "",
    changed ? `${changed} changed ${isOwn ? "elsewhere" : "by a colleague"}` : "",
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

function withOutcome(rows: readonly NamedRow[], state: RowSaveOutcome["state"]): NamedRow[] {
  return rows.filter(({ outcome }) => outcome?.state === state);
}
