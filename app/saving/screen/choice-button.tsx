import type { ReactNode } from "react";
import { joinClassNames } from "#ui/classes.ts";
import { createEmitter } from "#ui/emitter.ts";
import type { ChangedByColleagueIssue } from "../client/row-state.ts";
import type { SavingStore } from "../client/saving-store.ts";
import type { FieldConflict } from "./conflicts.rules.ts";

const BOX = "rounded border border-colleague bg-paper px-3 touch:min-h-11";

type ChoiceButtonProps = {
  /** Set if the person makes several decisions, which are then saved together. */
  isPressed?: boolean;
  className?: string;
  onChoose: () => void;
  children: ReactNode;
};

export function ConflictChoiceButton({ isPressed, className, onChoose, children }: ChoiceButtonProps) {
  return (
    <button
      aria-pressed={isPressed}
      className={joinClassNames(BOX, "py-1", className)}
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
  choice: ConflictSide;
  /** The version for which the decision is made. A newer version is a new conflict. */
  version: number;
  form?: string;
  className: string;
  children: ReactNode;
};

/** A decision as a radio button, which the form submits without JavaScript. */
export function ConflictChoiceRadio({ name, choice, version, form, className, children }: ChoiceRadioProps) {
  const value = `${choice === "yours" ? "mine" : "theirs"}:${version}`;
  return (
    <label className={joinClassNames(BOX, "flex gap-2", className)}>
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

type ConflictingProps = { conflicts: readonly Pick<FieldConflict, "fields">[]; name: string; form?: string };

/** A hidden field with the names of the fields in conflict. The decision does not affect the row's other fields. */
export function ConflictingFieldsInput({ conflicts, name, form }: ConflictingProps) {
  const fields = conflicts.flatMap((conflict) => conflict.fields).join(" ");
  return <input form={form} name={name} type="hidden" value={fields} />;
}

export type ConflictSide = "yours" | "theirs";

/** The decisions so far, by the first field of each conflict. */
export type ConflictDecisions = ReadonlyMap<string, ConflictSide>;

const NOTHING: ConflictDecisions = new Map();

/** The decisions so far, for each row with several conflicts. */
const decisions = new WeakMap<ChangedByColleagueIssue, ConflictDecisions>();
const changes = createEmitter();

export const subscribeToDecisions = changes.subscribe;

export function getConflictDecisions(issue: ChangedByColleagueIssue): ConflictDecisions {
  return decisions.get(issue) ?? NOTHING;
}

export function recordDecision(issue: ChangedByColleagueIssue, decided: ConflictDecisions): void {
  decisions.set(issue, decided);
  changes.notify();
}

export function conflictKey({ fields }: Pick<FieldConflict, "fields">): string {
  return fields[0] ?? "";
}

/** Saves all decisions together. The colleague's values are put into the row first, so that one save is enough. */
export function saveDecisions(
  store: SavingStore,
  row: string,
  { conflicts, decided }: { conflicts: readonly FieldConflict[]; decided: ConflictDecisions },
): void {
  const issue = store.rows.row(row)?.state.issue;
  if (issue?.kind !== "changed") return;
  const { values } = issue.theirs;
  const taken = conflicts.filter((conflict) => decided.get(conflictKey(conflict)) === "theirs");
  for (const { fields } of taken) {
    store.type(row, Object.fromEntries(fields.map((field) => [field, values[field] ?? null])));
  }
  if (taken.length < conflicts.length) store.keepYours(row);
  else store.takeTheirs(row);
}
