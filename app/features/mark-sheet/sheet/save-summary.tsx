import { useEffect, useRef } from "react";

import { NoticeBox } from "#ui/page/notice-box.tsx";

import { YOURSELF } from "#saving/protocol/protocol.ts";
import type { RowOutcome } from "#saving/protocol/loaded-row.ts";

import { rowId } from "../row/row-fields.ts";
import type { SheetRow } from "./sheet.ts";

type State = "saved" | "refused" | "changed";

/** What became of the whole sheet's form: counts, and the way to each row that needs the person. */
export function SaveSummary({ rows }: { rows: readonly SheetRow[] }) {
  const box = useRef<HTMLDivElement>(null);
  const [saved, refused, changed] = (["saved", "refused", "changed"] as const).map((state) =>
    withOutcome(rows, state),
  );
  const needing = [...(refused ?? []), ...(changed ?? [])];

  useEffect(() => box.current?.focus(), []);

  return (
    <div className="mb-4" ref={box} role={needing.length > 0 ? "alert" : "status"} tabIndex={-1}>
      <NoticeBox
        icon={needing.length > 0 ? "refused" : "tick"}
        title={titleOf({
          saved: saved?.length ?? 0,
          refused: refused?.length ?? 0,
          changed: changed?.length ?? 0,
          by: (changed ?? []).some(isOwn) ? "meanwhile" : "by a colleague",
        })}
        tone={needing.length > 0 ? "refused" : "saved"}
      >
        {needing.length > 0 ? (
          <>
            <ul className="mt-1">
              {needing.map(({ row, name, outcome }) => (
                <li className="py-0.5 touch:py-1.5" key={row}>
                  <a href={`#${rowId(row)}`}>{name}</a>{" "}
                  {outcome ? <span className="text-muted">{outcomeWords(outcome)}</span> : null}
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </NoticeBox>
    </div>
  );
}

/** What was typed is said too: on a sheet that was closed meanwhile there is no field that keeps it. */
function outcomeWords(outcome: RowOutcome): string {
  if (outcome.state === "saved") return "";
  const typed = Object.values(outcome.typed).map((value) => value ?? "blank");
  const end =
    outcome.state === "refused" ? `refused, ${outcome.reason}` : `changed meanwhile by ${outcome.by}`;
  return `${typed.join(", ")}: ${end}`;
}

type Counts = Record<State, number> & { by: string };

/** '31 saved, 1 refused, 1 changed by a colleague.' */
function titleOf({ saved, refused, changed, by }: Counts): string {
  if (saved + refused + changed === 0) return "Nothing had been changed.";
  const parts = [`${saved} saved`];
  if (refused > 0) parts.push(`${refused} refused`);
  if (changed > 0) parts.push(`${changed} changed ${by}`);
  return `${parts.join(", ")}.`;
}

function isOwn({ outcome }: SheetRow): boolean {
  return outcome?.state === "changed" && outcome.by === YOURSELF;
}

function withOutcome(rows: readonly SheetRow[], state: State): SheetRow[] {
  return rows.filter(({ outcome }) => outcome?.state === state);
}
