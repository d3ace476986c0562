import type { ReactNode } from "react";

import { classes } from "#ui/classes.ts";

import type { Conflict } from "./conflicts.rules.ts";
import type { Choice } from "./decisions.ts";

const BOX = "rounded border border-colleague bg-paper px-3 touch:min-h-11";

type ChoiceButtonProps = {
  /** Where several are chosen before any is saved. */
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
  /** The version that it is decided about, so that a still newer one is shown again. */
  version: number;
  form?: string;
  className: string;
  children: ReactNode;
};

/** Sent with the form, where there is no script. */
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

/** Beside the choice goes what it is about: other fields of the row are saved whatever is chosen. */
export function Conflicting({ conflicts, name, form }: ConflictingProps) {
  const fields = conflicts.flatMap((conflict) => conflict.fields).join(" ");
  return <input form={form} name={name} type="hidden" value={fields} />;
}
