import type { ReactNode } from "react";

import { classes } from "#ui/classes.ts";

import type { Sent } from "../refused-fields.tsx";
import type { Choice } from "./next-year.rules.ts";

type ChoiceSelectProps = {
  name: string;
  label: string;
  /** What stands there, where nothing else was sent. */
  value: string;
  /** What was chosen and sent; a choice that nobody touched shows what stands there by now. */
  typed: string | undefined;
  choices: readonly Choice[];
  prompt: string;
  sent: Sent | null;
  /** An empty one asks: `refused` where it stops the turn, `waiting` where it is better done first. */
  asks?: "refused" | "waiting" | null;
  children?: ReactNode;
};

/** What was chosen in place of what stood there; sent as it was, it was not touched. */
export function chosenIn(
  sent: Sent | null,
  { name, was }: { name: string; was: string },
): string | undefined {
  const typed = sent?.typed[name];
  return typed === sent?.typed[was] ? undefined : typed;
}

/** A choice in a row, with what is wrong under it. */
export function ChoiceSelect({
  name,
  label,
  value,
  typed,
  choices,
  prompt,
  sent,
  asks,
  children,
}: ChoiceSelectProps) {
  const fault = sent?.errors[name];
  const errorId = fault ? `${name}-error` : undefined;
  return (
    <>
      <select
        aria-describedby={errorId}
        aria-invalid={fault ? true : undefined}
        aria-label={label}
        className={classes(
          "field-box min-h-[34px] py-0.5",
          asks === "refused" && "border-2 border-refused font-semibold text-refused",
          asks === "waiting" && "border-waiting font-semibold text-waiting",
        )}
        defaultValue={typed ?? value}
        id={name}
        name={name}
      >
        <option value="">{prompt}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
        {children}
      </select>
      {fault ? (
        <span className="mt-1 block text-13 font-semibold text-refused" id={errorId}>
          {fault}
        </span>
      ) : null}
    </>
  );
}
