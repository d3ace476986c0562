import { RATINGS, type Rating as Letter } from "#domain/grades.ts";
import { Radios } from "#fields/controls/radios.tsx";
import { FieldStatus } from "#saving/screen/field/field-status.tsx";
import { useEditable, useField, useFieldPhase, useShown } from "#saving/screen/field/row-context.ts";
import { classes } from "#ui/classes.ts";

const LETTERS = Object.keys(RATINGS) as Letter[];

/** One behaviour: radios that look as drawn; read only, bare letters with the chosen one ringed as with a pen. */
export function Rating({ field }: { field: string }) {
  const isEditable = useEditable(field);
  return (
    <div className="flex min-h-12 flex-col justify-center border-b px-4 py-1 md:px-5 grow xl:max-h-[68px] has-[p]:max-h-none has-[p]:grow-0">
      <div className="flex items-center justify-between gap-3">
        <span id={`${field}-label`}>{useField(field).title}</span>
        {isEditable ? <Letters field={field} /> : <ReadLetters field={field} />}
      </div>
      <FieldStatus field={field} />
    </div>
  );
}

function Letters({ field }: { field: string }) {
  return (
    <Radios
      choiceClassName="circle circle-choice"
      className="state-ring flex shrink-0 gap-1.5"
      kind={useField(field).kind}
      meanings={RATINGS}
      name={field}
      state={useFieldPhase(field)}
      value={useShown(field)}
    />
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
              "circle",
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
