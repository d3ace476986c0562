import type { LoadedRow, RowOutcome } from "../protocol/loaded-row.ts";
import { YOURSELF } from "../protocol/protocol.ts";
import { rowId } from "./field-dom.ts";
import { SaveSummary } from "./save-summary.tsx";

type NamedRow = LoadedRow & { name: string };

/** Counts of a form of many rows, and the way to each row that needs the person. */
export function RowsSummary({ rows }: { rows: readonly NamedRow[] }) {
  const needing = [...withOutcome(rows, "refused"), ...withOutcome(rows, "changed")];
  return (
    <SaveSummary className="mb-4" isSaved={needing.length === 0} title={countWords(rows)}>
      {needing.length > 0 ? (
        <ul className="mt-1">
          {needing.map(({ row, name, outcome }) => (
            <li className="py-0.5 touch:py-1.5" key={row}>
              <a href={`#${rowId(row)}`}>{name}</a>{" "}
              {outcome ? <span className="text-muted">{outcomeWords(outcome)}</span> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </SaveSummary>
  );
}

/** What was typed is said too: on a form that was closed meanwhile there is no field that has it. */
function outcomeWords(outcome: RowOutcome): string {
  if (outcome.state === "saved") return "";
  const typed = Object.values(outcome.typed).map((value) => value ?? "blank");
  const end =
    outcome.state === "refused" ? `refused, ${outcome.reason}` : `changed meanwhile by ${outcome.by}`;
  return `${typed.join(", ")}: ${end}`;
}

/** '31 saved, 1 refused, 1 changed by a colleague.' */
function countWords(rows: readonly NamedRow[]): string {
  const [saved, refused, changed] = (["saved", "refused", "changed"] as const).map(
    (state) => withOutcome(rows, state).length,
  );
  if (rows.every(({ outcome }) => !outcome)) return "Nothing had been changed.";
  const isOwn = rows.some(({ outcome }) => outcome?.state === "changed" && outcome.by === YOURSELF);
  const parts = [
    `${saved} saved`,
    refused ? `${refused} refused` : "",
    changed ? `${changed} changed ${isOwn ? "meanwhile" : "by a colleague"}` : "",
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

function withOutcome(rows: readonly NamedRow[], state: RowOutcome["state"]): NamedRow[] {
  return rows.filter(({ outcome }) => outcome?.state === state);
}
