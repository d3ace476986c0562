import { formatCountOf } from "#domain/text/noun.ts";

export const LONGEST_CRITERION = 120;

export const NEW_FIELDS = ["new-1", "new-2", "new-3"] as const;

export function oldField(criterionId: number): string {
  return `criterion-${criterionId}`;
}

type Held = { criterion_id: number; detail: string; version: number; grades: number };

/** The criteria that a form was opened with, each with its version. */
export function seenOf(held: readonly Pick<Held, "criterion_id" | "version">[]): string {
  return held.map(({ criterion_id, version }) => `${criterion_id}:${version}`).join(" ");
}

/** Tells whether a criterion was in a form that was opened with `seen`. */
export function wasSeen(criterionId: number, seen: string): boolean {
  return seen.split(" ").some((item) => item.startsWith(`${criterionId}:`));
}

export type CriteriaPlan = {
  changed: { criterionId: number; detail: string }[];
  removed: number[];
  added: string[];
  errors: Record<string, string>;
};

/** Returns the changes that a form of criteria asks for; `typed` has its values by the names of its fields. */
export function criteriaPlan(
  held: readonly Held[],
  typed: Readonly<Record<string, string | undefined>>,
): CriteriaPlan {
  const plan: CriteriaPlan = { changed: [], removed: [], added: [], errors: {} };
  const taken = new Set<string>();
  for (const { criterion_id: criterionId, detail: before, grades } of held) {
    const name = oldField(criterionId);
    const detail = typed[name] ?? "";
    if (detail === "" && grades > 0)
      plan.errors[name] = `You cannot remove this criterion because ${gradesWere(grades)} given for it.`;
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
  if (detail !== "" && taken.has(detail))
    errors[name] = "This criterion is already in the list. Enter another one.";
  taken.add(detail);
}

function gradesWere(count: number): string {
  return `${formatCountOf(count, "grade")} ${count === 1 ? "was" : "were"}`;
}
