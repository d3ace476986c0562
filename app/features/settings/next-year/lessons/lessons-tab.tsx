import { useEffect, useState, type FormEvent } from "react";

import { countOf } from "#domain/text/noun.ts";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";

import { LessonGroup, LessonsHead } from "./lesson-group.tsx";
import { NextYearForm, type NextYearProps } from "../next-year-form.tsx";

/** A row a teacher and subject: those that somebody should look at, then what is carried over as it is (picture 29b). */
export function LessonsTab({ shown, sent }: NextYearProps) {
  const hydrated = useHydrated();
  const [ticked, setTicked] = useState(0);
  const { rows, teachers, lessons, nextYear } = shown;
  const toLookAt = rows.filter(({ why }) => why !== null);
  const whole = rows.filter(({ why }) => why === null);
  const onChange = (event: FormEvent<HTMLFormElement>) => {
    tickChosen(event.target);
    setTicked(tickedLessons(event.currentTarget));
  };
  // What was ticked before script came, or was sent and not taken.
  useEffect(() => setTicked(tickedLessons(document)), [sent]);
  return (
    <NextYearForm
      button={hydrated && ticked > 0 ? `Carry ${countOf(ticked, "Lesson")} Over` : "Carry the Ticked Over"}
      onChange={onChange}
      says={
        <>
          {hydrated ? (
            <>
              <strong>{ticked}</strong> of {countOf(lessons, "lesson")}
            </>
          ) : null}
          <span className="text-muted max-lg:hidden">
            {" "}
            Made for {nextYear} at once; nothing of this year changes.
          </span>
        </>
      }
      tab="lessons"
      yearId={shown.yearId}
    >
      <div id="lessons" tabIndex={-1}>
        <Panel flush>
          {rows.length === 0 ? (
            <EmptyState action={null}>Nobody has a lesson this year.</EmptyState>
          ) : (
            <>
              <LessonsHead />
              <LessonGroup rows={toLookAt} sent={sent} teachers={teachers} title="To look at" />
              <LessonGroup rows={whole} sent={sent} teachers={teachers} title="Carried over as they are" />
            </>
          )}
        </Panel>
      </div>
    </NextYearForm>
  );
}

/** Who chooses a teacher means the row. */
function tickChosen(target: EventTarget): void {
  if (!(target instanceof HTMLSelectElement)) return;
  const tick = target.closest("li")?.querySelector<HTMLInputElement>("input[type=checkbox]");
  if (tick && !tick.disabled) tick.checked = true;
}

function tickedLessons(form: ParentNode): number {
  const ticks = [...form.querySelectorAll<HTMLInputElement>("input[data-lessons]:checked")];
  return ticks.reduce((sum, tick) => sum + Number(tick.dataset.lessons), 0);
}
