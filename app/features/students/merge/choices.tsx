import { classes } from "#ui/classes.ts";
import { Panel } from "#ui/page/panel.tsx";
import { StudentPicture } from "#ui/page/student-picture.tsx";

import type { MergePreview, ShownChoice, ShownChoices, Side } from "./merge.ts";

const LINE = "grid min-w-0 gap-2 px-4 md:grid-cols-[190px_1fr_1fr] md:gap-x-4 md:px-5";

type ChoicesProps = { group: ShownChoices; about: string | null; preview: MergePreview };

/** What differs in a tab of the record, or in a term, one line each; on a phone the two stand under each other. */
export function Choices({ group: { title, choices }, about, preview }: ChoicesProps) {
  return (
    <Panel aside={about} flush title={title}>
      <div className="divide-y divide-line">
        <div aria-hidden="true" className={classes(LINE, "text-13 text-muted max-md:hidden md:py-2")}>
          <span />
          <span>{preview.kept.studentId}, stays</span>
          <span>{preview.merged.studentId}</span>
        </div>
        {choices.map((choice) => (
          <Choice choice={choice} key={choice.name} preview={preview} />
        ))}
      </div>
    </Panel>
  );
}

type ChoiceProps = { choice: ShownChoice; preview: MergePreview };

function Choice({ choice, preview }: ChoiceProps) {
  const { name, title, fault } = choice;
  return (
    <fieldset className={classes(LINE, "py-3")}>
      <legend className="float-left min-w-0 break-words font-semibold max-md:mb-2 md:pt-2">
        {title}
        {fault ? (
          <span className="block text-13 text-refused" id={`${name}-fault`}>
            {fault}
          </span>
        ) : null}
      </legend>
      <Value choice={choice} preview={preview} side="kept" />
      <Value choice={choice} preview={preview} side="merged" />
    </fieldset>
  );
}

function Value({ choice, preview, side }: ChoiceProps & { side: Side }) {
  const { name, chosen, fault } = choice;
  const student = preview[side];
  return (
    <label
      className={classes(
        "flex min-h-10 min-w-0 cursor-pointer items-start gap-2.5 rounded border bg-paper px-3 py-2 touch:min-h-11",
        "has-[:checked]:border-red has-[:checked]:font-semibold has-[:checked]:shadow-[inset_0_0_0_1px] has-[:checked]:shadow-red",
        fault ? "border-refused" : "border-field",
      )}
    >
      <input
        aria-describedby={fault ? `${name}-fault` : undefined}
        className="mt-1 size-4 shrink-0 accent-red"
        defaultChecked={chosen === side}
        id={side === "kept" ? name : undefined}
        name={name}
        type="radio"
        value={side}
      />
      <span className="min-w-0 break-words">
        <span className="block text-13 font-normal text-muted md:sr-only">{student.studentId} </span>
        {name === PICTURE && student.picture !== null ? (
          <StudentPicture name={student.lastName} size={96} src={student.picture} studentId={student.key} />
        ) : (
          choice[side] || "–"
        )}
      </span>
    </label>
  );
}

const PICTURE = "general/picture";
