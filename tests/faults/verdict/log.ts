import type { RowPhase } from "#saving/client/row-phase.ts";

/** The events of one row on the screen, in order; a value is the text of its mark, or null. */
export type Entry =
  /** The row showed this at two checks: long enough to be read. */
  | { did: "showed"; phase: RowPhase; value: string | null }
  /** `over` is the text of the field when it was replaced. */
  | { did: "typed"; value: string; over: string | null }
  | { did: "left" }
  | { did: "chose"; whose: Whose; mine: string; theirs: string };

export type Whose = "mine" | "theirs";

/** Everything that a person saw and did, and that a colleague sent meanwhile: the basis of every verdict. */
export class Log {
  private readonly rows = new Map<string, Entry[]>();
  private readonly colleague = new Map<string, Set<string>>();

  add(row: string, entry: Entry): void {
    const entries = this.rows.get(row);
    if (entries) entries.push(entry);
    else this.rows.set(row, [entry]);
  }

  entries(row: string): readonly Entry[] {
    return this.rows.get(row) ?? [];
  }

  /** Logs the value before it is sent: it may be stored even if no response arrives. */
  addColleague(row: string, value: string): void {
    this.colleague.set(row, (this.colleague.get(row) ?? new Set()).add(value));
  }

  sentByColleague(row: string): ReadonlySet<string> {
    return this.colleague.get(row) ?? new Set();
  }

  count(did: Entry["did"]): number {
    return [...this.rows.values()].flat().filter((entry) => entry.did === did).length;
  }
}
