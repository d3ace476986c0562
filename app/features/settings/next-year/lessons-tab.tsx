import { useEffect, useState, type FormEvent } from "react";
import { formatCountOf } from "#domain/text/noun.ts";
import { joinClassNames } from "#ui/classes.ts";
import { useActionForm, type ActionFormState } from "#ui/form/action-form.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { RowSavingSelect, NextYearForm } from "./next-year-form.tsx";
import {
  LEAVE_LESSONS_OUT_VALUE,
  toSavedLessonChoice,
  nextTeacherField,
  lessonTickBoxField,
  type CarriedLessonRow,
} from "./lessons.rules.ts";
import type { NextYearChoice } from "./next-year.rules.ts";
import type { NextYearView } from "./next-year.server.ts";

/** The tab with a row for each teacher and subject. Rows that need a decision come first. */
export function NextYearLessonsTab({ rows, teachers, lessons, nextYear, yearId }: NextYearView) {
  const [form] = useActionForm("next-lessons");
  const hydrated = useHydrated();
  const [ticked, setTicked] = useState(0);
  // A row that is saved stays where it was, so that the person can go on with the next row.
  const [checked] = useState(() => new Set(rows.filter(({ why }) => why !== null).map(({ key }) => key)));
  const toLookAt = rows.filter(({ key, why }) => why !== null || checked.has(key));
  const whole = rows.filter((row) => !toLookAt.includes(row));
  const onChange = (event: FormEvent<HTMLFormElement>) => setTicked(tickedLessons(event.currentTarget));
  // Reads the ticked rows from the page: a person may have ticked rows before the script was ready, or a rejected form
  // has ticks.
  useEffect(() => setTicked(tickedLessons(document)), [form.reply]);
  return (
    <NextYearForm
      button={hydrated && ticked > 0 ? `Carry over ${formatCountOf(ticked, "lesson")}` : "Carry over lessons"}
      form={form}
      isForTicks
      onChange={onChange}
      says={
        <>
          {hydrated ? (
            <>
              <strong>{ticked}</strong> of {formatCountOf(lessons, "lesson")} selected.
            </>
          ) : null}
          <span className="text-muted max-lg:hidden">
            {" "}
            These lessons are added to {nextYear} at once. Nothing changes this year.
          </span>
        </>
      }
      tab="lessons"
      yearId={yearId}
    >
      <Panel flush>
        {rows.length === 0 ? (
          <EmptyState action={null}>
            No lessons this year yet. Add them in the teachers’ timetables, under Employees.
          </EmptyState>
        ) : (
          <>
            <LessonsHead />
            <LessonGroup form={form} rows={toLookAt} teachers={teachers} title="To check" />
            <LessonGroup form={form} rows={whole} teachers={teachers} title="Carried over without changes" />
          </>
        )}
      </Panel>
    </NextYearForm>
  );
}

function tickedLessons(form: ParentNode): number {
  const ticks = [...form.querySelectorAll<HTMLInputElement>("input[data-lessons]:checked")];
  return ticks.reduce((sum, tick) => sum + Number(tick.dataset.lessons), 0);
}

const ROW =
  "grid grid-cols-[56px_minmax(0,1fr)] xl:grid-cols-[56px_152px_226px_68px_176px_206px_minmax(0,1fr)] xl:items-center xl:gap-x-0";
const TICK =
  "flex justify-center border-r border-r-rule py-1 max-xl:row-span-6 max-xl:items-start xl:h-full xl:items-center";
const CELL = "px-4 max-xl:pt-1";

function LessonsHead() {
  return (
    <div
      aria-hidden
      className={joinClassNames(
        ROW,
        "min-h-11 border-b border-b-red bg-cream-2 text-13 font-semibold max-xl:hidden",
      )}
    >
      <span className={TICK} />
      <span className={CELL}>Subject</span>
      <span className={CELL}>Classes</span>
      <span className={joinClassNames(CELL, "text-right")}>Lessons</span>
      <span className={CELL}>This year</span>
      <span className={joinClassNames(CELL, "xl:px-2")}>Next year</span>
      <span className={CELL}>Reason to check</span>
    </div>
  );
}

type LessonGroupProps = {
  title: string;
  rows: readonly CarriedLessonRow[];
  teachers: readonly NextYearChoice[];
  form: ActionFormState;
};

function LessonGroup({ title, rows, teachers, form }: LessonGroupProps) {
  if (rows.length === 0) return null;
  const lessons = rows.reduce((sum, row) => sum + row.lessons, 0);
  return (
    <section aria-label={title} className="border-t first:border-t-0">
      <h2 className="flex min-h-9 items-center border-b bg-cream px-4 text-15 md:px-5">
        {title}
        <span className="ml-3 font-sans text-13 font-normal text-muted">
          {formatCountOf(lessons, "lesson")}
        </span>
      </h2>
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <Row form={form} key={row.key} row={row} teachers={teachers} />
        ))}
      </ul>
    </section>
  );
}

type RowProps = Pick<LessonGroupProps, "teachers" | "form"> & { row: CarriedLessonRow };

function Row({ row, teachers, form }: RowProps) {
  const { key, subject, classes: labels, lessons, thisYear, next, was, why, substitute, canCarry } = row;
  const what = `${subject}, ${labels}, ${thisYear}`;
  const rejected = form.reply?.initialValue ?? {};
  const isTicked = rejected[lessonTickBoxField(key)] !== undefined;
  return (
    <li className={joinClassNames(ROW, "min-h-[37px] max-xl:pb-2")}>
      <label className={TICK}>
        <input
          aria-label={what}
          className="size-5 accent-red max-xl:mt-2"
          data-lessons={lessons}
          defaultChecked={isTicked}
          disabled={!canCarry}
          name={lessonTickBoxField(key)}
          type="checkbox"
        />
      </label>
      <span className={joinClassNames(CELL, "font-semibold")}>{subject}</span>
      <span className={joinClassNames(CELL, "max-xl:text-13 max-xl:text-muted")}>{labels}</span>
      <span className={joinClassNames(CELL, "text-right tabular-nums max-xl:hidden")}>{lessons}</span>
      <span className={joinClassNames(CELL, "truncate max-xl:text-13 max-xl:text-muted")}>
        <span className="xl:hidden">now </span>
        {thisYear}
      </span>
      <span className={joinClassNames(CELL, "xl:px-2 xl:py-px")}>
        <RowSavingSelect
          asks={next === null && canCarry ? "waiting" : null}
          choices={teachers}
          extra={{ [lessonTickBoxField(key)]: "on" }}
          form={form}
          label={`Teacher next year: ${what}`}
          name={nextTeacherField(key)}
          prompt="Choose a teacher"
          rejected={isTicked ? String(rejected[nextTeacherField(key)] ?? "") : undefined}
          rowKey={key}
          tab="lessons"
          toWas={toSavedLessonChoice}
          value={String(next ?? "")}
          was={was}
        >
          <option value={LEAVE_LESSONS_OUT_VALUE}>Leave out</option>
        </RowSavingSelect>
      </span>
      <span className={joinClassNames(CELL, "flex items-center gap-2 text-13")}>
        {why ? (
          <>
            <Icon className="shrink-0 text-waiting" name="pencil" />
            {why}
          </>
        ) : (
          <span className="flex items-center gap-2 text-saved">
            <Icon name="tick" />
            {substitute ? `back from the substitute, ${substitute}` : "carried over"}
          </span>
        )}
      </span>
    </li>
  );
}
