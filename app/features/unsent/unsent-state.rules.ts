import type { Values } from "#fields/value.ts";
import { sendable } from "#saving/client/row-state.ts";
import { hasChanges } from "#saving/protocol/merge.ts";
import { reasonsOf } from "#saving/protocol/protocol.ts";
import type { UnsentRow } from "#saving/outbox/unsent.ts";
import type { ConnectionState } from "#saving/client/row-phase.ts";
import type { SaveKind } from "#ui/page/save-status.tsx";

/** Returns the state of a row that is waiting on this device. */
export function unsentState(
  unsent: UnsentRow,
  connection: ConnectionState,
): { kind: SaveKind; words: string } {
  const { issue, sent } = unsent;
  if (issue?.kind === "refused") return { kind: "refused", words: `Not saved: ${reasonsOf(issue.refusals)}` };
  if (issue?.kind === "changed")
    return {
      kind: "changed",
      words: "Changed elsewhere: open the page and choose which value to keep",
    };
  if (sent === null && !hasChanges(sendable(unsent)))
    return { kind: "typing", words: "Typed, but not sent yet" };
  if (connection === "open") return { kind: "saving", words: "Saving" };
  return {
    kind: "waiting",
    words: sent ? "Sent, but not answered yet: Termbook keeps trying" : "Waiting on this device",
  };
}

/** Returns everything typed in a row, on its way to the server or not. */
export function unsentValues({ sent, typed }: UnsentRow): Values {
  return { ...sent?.changes, ...typed };
}
