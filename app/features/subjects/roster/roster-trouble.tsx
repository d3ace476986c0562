import { Link, type LinkProps } from "@remix-run/react";
import type { ReactNode } from "react";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { SaveStatus } from "#ui/page/save-status.tsx";
import type { RefusedRow } from "./posted-roster.rules.ts";

/** The reason why a row needs attention; `lost` means that no answer came. */
export type RowTrouble = RefusedRow | "lost";

/** Reads the roster again. */
export type Look = Pick<LinkProps, "to" | "onClick">;

type RosterTroubleProps = {
  id: string;
  trouble: RowTrouble;
  /** The student's present teacher, and the one that was chosen. */
  now: string;
  wanted: string;
  look: Look;
  onSave: () => void;
  onPutBack: () => void;
};

/** The line under a row that was not saved: the reason, and what can be done about it. */
export function RosterTrouble({ id, trouble, now, wanted, look, onSave, onPutBack }: RosterTroubleProps) {
  const kind = kindOf(trouble);
  const isTheirs = kind === "changed";
  return (
    <tr data-state={kind}>
      <td className="reason" colSpan={9} id={id}>
        <div className="flex flex-wrap items-center gap-x-5">
          <span role="status">
            <SaveStatus kind={kind}>{wordsOf(trouble, now)}</SaveStatus>
          </span>
          <span className="inline-flex flex-wrap gap-x-5 unscripted:hidden">
            {isTheirs ? <Act onClick={onSave}>Keep {wanted}</Act> : null}
            {trouble === "lost" ? <Act onClick={onSave}>Try again</Act> : null}
            {isGone(trouble) ? (
              <Link className="inline-flex min-h-6 items-center" {...look} preventScrollReset>
                Reload the list
              </Link>
            ) : (
              <Act onClick={onPutBack}>
                {isTheirs ? "Use" : "Go back to"} {now}
              </Act>
            )}
          </span>
        </div>
      </td>
    </tr>
  );
}

function Act({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button className="as-link min-h-6" onClick={onClick} type="button">
      {children}
    </button>
  );
}

function isGone(trouble: RowTrouble): boolean {
  return trouble !== "lost" && trouble.cause === "gone";
}

/** The look of a row that needs attention. */
export function kindOf(trouble: RowTrouble): "refused" | "changed" {
  return trouble !== "lost" && trouble.cause === "changed" ? "changed" : "refused";
}

function wordsOf(trouble: RowTrouble, now: string): string {
  if (trouble === "lost")
    return `${PEOPLE_MESSAGES.teacherNotUpdated} The server did not answer, so your change may not be saved.`;
  if (trouble.cause === "changed") return `The teacher was changed to ${now}`;
  return `Not saved: ${trouble.reason}`;
}
