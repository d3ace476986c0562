import type { ReactNode } from "react";
import { classes } from "#ui/classes.ts";
import type { Conflict } from "./conflicts.rules.ts";
import type { Choice } from "./decisions.ts";

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
