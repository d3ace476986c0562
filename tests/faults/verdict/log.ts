import type { Phase } from "#saving/client/row-phase.ts";

/** What happened to one row before the screen, in order; a value is the text of its mark, null when there is none. */
export type Entry =
  /** The row stood so for two looks: long enough to be read. */
  | { did: "showed"; phase: Phase; value: string | null }
  /** `over` is what the field showed when its text was replaced. */
  | { did: "typed"; value: string; over: string | null }
  | { did: "left" }
  | { did: "chose"; whose: Whose; mine: string; theirs: string };

export type Whose = "mine" | "theirs";

/** What a person saw and did, and what a colleague sent meanwhile: all that a verdict may rest on. */
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

  /** Before it is sent: it may be stored even if no answer comes. */
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
