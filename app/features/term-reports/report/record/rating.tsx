import { useState } from "react";

import { RATINGS, type Rating as Letter } from "#domain/grades.ts";
import { classes } from "#ui/classes.ts";

import { STATE_RING } from "./field-look.ts";
import { FieldState } from "./field-state.tsx";
import { useEditable, useField, useFieldPhase, useShown } from "./report-context.ts";

const LETTERS = Object.keys(RATINGS) as Letter[];

const CIRCLE = "grid size-8 place-items-center rounded-full border text-15 touch:size-11";

/** One behaviour: radios that look as drawn; read only, bare letters with the chosen one ringed as with a pen. */
export function Rating({ field }: { field: string }) {
  const isEditable = useEditable(field);
  return (
    <div className="flex min-h-12 flex-col justify-center border-b px-4 py-1 md:px-5 grow xl:max-h-[68px] has-[p]:max-h-none has-[p]:grow-0">
      <div className="flex items-center justify-between gap-3">
        <span id={`${field}-label`}>{useField(field).title}</span>
        {isEditable ? <Letters field={field} /> : <ReadLetters field={field} />}
      </div>
      <FieldState field={field} />
    </div>
  );
}

function Letters({ field }: { field: string }) {
  const shown = useShown(field);
  const [chosen] = useState(shown);
  const phase = useFieldPhase(field);
  return (
    <div
      aria-describedby={`${field}-state`}
      aria-labelledby={`${field}-label`}
      className={classes("flex shrink-0 gap-1.5", STATE_RING)}
      data-state={phase}
      role="radiogroup"
    >
      {LETTERS.map((letter) => (
        <label
          className={classes(
            CIRCLE,
            "relative cursor-pointer border-field text-muted hover:border-red has-[:checked]:border-red has-[:checked]:bg-red has-[:checked]:font-bold has-[:checked]:text-on-red has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-red",
          )}
          key={letter}
          title={RATINGS[letter]}
        >
          <input
            aria-label={`${letter}, ${RATINGS[letter]}`}
            className="absolute inset-0 cursor-pointer appearance-none rounded-full !outline-none"
            data-field=""
            defaultChecked={chosen === letter}
            name={field}
            type="radio"
            value={letter}
          />
          {letter}
        </label>
      ))}
    </div>
  );
}

function ReadLetters({ field }: { field: string }) {
  const chosen = useShown(field);
  const rating = LETTERS.find((letter) => letter === chosen);
  return (
    <>
      <span className="sr-only">{rating ? `${rating}, ${RATINGS[rating]}` : "not rated"}</span>
      <span aria-hidden="true" className="flex shrink-0 gap-1.5">
        {LETTERS.map((letter) => (
          <span
            className={classes(
              CIRCLE,
              letter === chosen ? "border-2 border-red font-bold text-red" : "border-transparent text-muted",
            )}
            key={letter}
          >
            {letter}
          </span>
        ))}
      </span>
    </>
  );
}
