import { classes } from "#ui/classes.ts";
import { countOf } from "#domain/text/noun.ts";
import { Icon } from "#ui/page/icon.tsx";

import type { Sent } from "../../refused-fields.tsx";
import { ChoiceSelect } from "../choice-select.tsx";
import { LEAVE_OUT, teacherField, tickField, wasField, type LessonRow } from "./lessons.rules.ts";
import type { Choice } from "../next-year.rules.ts";

const ROW =
  "grid grid-cols-[56px_minmax(0,1fr)] xl:grid-cols-[56px_152px_226px_68px_176px_206px_minmax(0,1fr)] xl:items-center xl:gap-x-0";
const TICK =
  "flex justify-center border-r border-r-rule py-1 max-xl:row-span-6 max-xl:items-start xl:h-full xl:items-center";
const CELL = "px-4 max-xl:pt-1";

export function LessonsHead() {
  return (
    <div
      aria-hidden
      className={classes(
        ROW,
        "min-h-11 border-b border-b-red bg-cream-2 text-13 font-semibold max-xl:hidden",
      )}
    >
      <span className={TICK} />
      <span className={CELL}>Subject</span>
      <span className={CELL}>Classes</span>
      <span className={classes(CELL, "text-right")}>Lessons</span>
      <span className={CELL}>This year</span>
      <span className={classes(CELL, "xl:px-2")}>Next year</span>
      <span className={CELL}>Why look at it</span>
    </div>
  );
}

type LessonGroupProps = {
  title: string;
  rows: readonly LessonRow[];
  teachers: readonly Choice[];
  sent: Sent | null;
};

export function LessonGroup({ title, rows, teachers, sent }: LessonGroupProps) {
  if (rows.length === 0) return null;
  const lessons = rows.reduce((sum, row) => sum + row.lessons, 0);
  return (
    <section className="border-t first:border-t-0">
      <h2 className="flex min-h-9 items-center border-b bg-cream px-4 text-15 md:px-5">
        {title}
        <span className="ml-3 font-sans text-13 font-normal text-muted">{countOf(lessons, "lesson")}</span>
      </h2>
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <Row key={row.key} row={row} sent={sent} teachers={teachers} />
        ))}
      </ul>
    </section>
  );
}

type RowProps = Pick<LessonGroupProps, "teachers" | "sent"> & { row: LessonRow };

function Row({ row, teachers, sent }: RowProps) {
  const { key, subject, classes: labels, lessons, thisYear, next, was, why, substitute, canCarry } = row;
  const what = `${subject}, ${labels}, ${thisYear}`;
  return (
    <li className={classes(ROW, "min-h-[37px] max-xl:pb-2")}>
      <label className={TICK}>
        <input
          aria-label={what}
          className="size-5 accent-red max-xl:mt-2"
          data-lessons={lessons}
          defaultChecked={sent?.typed[tickField(key)] !== undefined}
          disabled={!canCarry}
          name={tickField(key)}
          type="checkbox"
        />
      </label>
      <span className={classes(CELL, "font-semibold")}>{subject}</span>
      <span className={classes(CELL, "max-xl:text-13 max-xl:text-muted")}>{labels}</span>
      <span className={classes(CELL, "text-right tabular-nums max-xl:hidden")}>{lessons}</span>
      <span className={classes(CELL, "truncate max-xl:text-13 max-xl:text-muted")}>
        <span className="xl:hidden">now </span>
        {thisYear}
      </span>
      <span className={classes(CELL, "xl:px-2 xl:py-px")}>
        <input name={wasField(key)} type="hidden" value={was} />
        <ChoiceSelect
          asks={next === null && canCarry ? "waiting" : null}
          choices={teachers}
          label={`Who has ${what} next year`}
          name={teacherField(key)}
          prompt="Choose a teacher"
          sent={sent}
          typed={sent?.typed[tickField(key)] === undefined ? undefined : sent.typed[teacherField(key)]}
          value={String(next ?? "")}
        >
          <option value={LEAVE_OUT}>Nobody: leave it out</option>
        </ChoiceSelect>
      </span>
      <span className={classes(CELL, "flex items-center gap-2 text-13")}>
        {why ? (
          <>
            <Icon className="shrink-0 text-waiting" name="pencil" />
            {why}
          </>
        ) : (
          <span className="flex items-center gap-2 text-saved">
            <Icon name="tick" />
            {substitute ? `back from its substitute, ${substitute}` : "carried over"}
          </span>
        )}
      </span>
    </li>
  );
}
