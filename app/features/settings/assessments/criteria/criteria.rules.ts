import { countOf } from "#domain/text/noun.ts";

export const LONGEST_CRITERION = 120;

export type ShownCriteria = {
  subject: string;
  level: string;
  criteria: readonly { id: number; detail: string; grades: number }[];
  /** Which criteria stand in the form, each in which version. */
  seen: string;
  closeTo: string;
};

/** So many are added at a time. */
export const NEW_FIELDS = ["new-1", "new-2", "new-3"] as const;

export function oldField(criterionId: number): string {
  return `criterion-${criterionId}`;
}

type Held = { criterion_id: number; detail: string; version: number; grades: number };

export function seenOf(held: readonly Pick<Held, "criterion_id" | "version">[]): string {
  return held.map(({ criterion_id, version }) => `${criterion_id}:${version}`).join(" ");
}

export type CriteriaPlan = {
  changed: { criterionId: number; detail: string }[];
  removed: number[];
  added: string[];
  errors: Record<string, string>;
};

/** What a form of criteria means: `typed` is by the names of its fields. */
export function criteriaPlan(
  held: readonly Held[],
  typed: Readonly<Record<string, string | undefined>>,
): CriteriaPlan {
  const plan: CriteriaPlan = { changed: [], removed: [], added: [], errors: {} };
  const taken = new Set<string>();
  for (const { criterion_id: criterionId, detail: before, grades } of held) {
    const name = oldField(criterionId);
    const detail = typed[name] ?? "";
    if (detail === "" && grades > 0) plan.errors[name] = `Not removed: ${gradesWere(grades)} given by it.`;
    else if (detail === "") plan.removed.push(criterionId);
    else if (detail !== before) plan.changed.push({ criterionId, detail });
    noteRepeated(plan, taken, [name, detail]);
  }
  for (const name of NEW_FIELDS) {
    const detail = typed[name] ?? "";
    if (detail !== "") plan.added.push(detail);
    noteRepeated(plan, taken, [name, detail]);
  }
  return plan;
}

function noteRepeated({ errors }: CriteriaPlan, taken: Set<string>, [name, detail]: [string, string]) {
  if (detail !== "" && taken.has(detail)) errors[name] = "This criterion stands here twice.";
  taken.add(detail);
}

function gradesWere(count: number): string {
  return `${countOf(count, "grade")} ${count === 1 ? "was" : "were"}`;
}
