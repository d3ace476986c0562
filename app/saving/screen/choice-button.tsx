import type { ReactNode } from "react";
import { classes } from "#ui/classes.ts";
import { createEmitter } from "#ui/emitter.ts";
import type { ChangedIssue } from "../client/row-state.ts";
import type { SavingStore } from "../client/saving-store.ts";
import type { Conflict } from "./conflicts.rules.ts";

const BOX = "rounded border border-colleague bg-paper px-3 touch:min-h-11";

type ChoiceButtonProps = {
  /** Set if several choices are made before any is saved. */
  isPressed?: boolean;
  className?: string;
  onChoose: () => void;
  children: ReactNode;
};

export function ChoiceButton({ isPressed, className, onChoose, children }: ChoiceButtonProps) {
  return (
    <button
      aria-pressed={isPressed}
      className={classes(BOX, "py-1", className)}
      data-way-out=""
      onClick={onChoose}
      type="button"
    >
      {children}
    </button>
  );
}

type ChoiceRadioProps = {
  name: string;
  choice: Choice;
  /** The version that the choice is about, so that a still newer one is shown again. */
  version: number;
  form?: string;
  className: string;
  children: ReactNode;
};

/** A choice that the form sends if there is no script. */
export function ChoiceRadio({ name, choice, version, form, className, children }: ChoiceRadioProps) {
  const value = `${choice === "yours" ? "mine" : "theirs"}:${version}`;
  return (
    <label className={classes(BOX, "flex gap-2", className)}>
      <input
        className="size-4 shrink-0 accent-colleague"
        form={form}
        name={name}
        type="radio"
        value={value}
      />
      <span className="min-w-0">{children}</span>
    </label>
  );
}

type ConflictingProps = { conflicts: readonly Pick<Conflict, "fields">[]; name: string; form?: string };

/** A field that names the fields in conflict. Other fields of the row are saved whatever is chosen. */
export function Conflicting({ conflicts, name, form }: ConflictingProps) {
  const fields = conflicts.flatMap((conflict) => conflict.fields).join(" ");
  return <input form={form} name={name} type="hidden" value={fields} />;
}

export type Choice = "yours" | "theirs";

/** The choice for each decided conflict, by the first field of the conflict. */
export type Decided = ReadonlyMap<string, Choice>;

const NOTHING: Decided = new Map();

/** The choices made so far, for each change with several conflicts. */
const decisions = new WeakMap<ChangedIssue, Decided>();
const changes = createEmitter();

export const subscribeToDecisions = changes.subscribe;

export function decidedOf(issue: ChangedIssue): Decided {
  return decisions.get(issue) ?? NOTHING;
}

export function recordDecision(issue: ChangedIssue, decided: Decided): void {
  decisions.set(issue, decided);
  changes.notify();
}

export function keyOf({ fields }: Pick<Conflict, "fields">): string {
  return fields[0] ?? "";
}

/**
 * Saves all choices together. Values that are taken from the colleague go into the row first, so that the rest can be
 * kept in one save.
 */
export function saveDecisions(
  store: SavingStore,
  row: string,
  { conflicts, decided }: { conflicts: readonly Conflict[]; decided: Decided },
): void {
  const issue = store.rows.row(row)?.state.issue;
  if (issue?.kind !== "changed") return;
  const { values } = issue.theirs;
  const taken = conflicts.filter((conflict) => decided.get(keyOf(conflict)) === "theirs");
  for (const { fields } of taken) {
    store.type(row, Object.fromEntries(fields.map((field) => [field, values[field] ?? null])));
  }
  if (taken.length < conflicts.length) store.keepYours(row);
  else store.takeTheirs(row);
}
