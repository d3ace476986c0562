import { useEffect, useRef, type FocusEvent, type RefObject } from "react";
import { ButtonLink } from "#ui/form/button.tsx";
import { TimetableLessonRow } from "./lesson-row.tsx";
import { addLessonsUrl, substituteUrl } from "../params.rules.ts";
import type { Timetable } from "../timetable.ts";
import type { TimetablePartCallbacks } from "../timetable-part.ts";

type LessonsPanelProps = {
  timetable: Timetable;
  url: string;
  telling: TimetablePartCallbacks;
  blanks: BlankLessonRows;
};

export type BlankLessonRows = {
  parts: readonly string[];
  /** The URL of the page with a blank row, for use without JavaScript. */
  addUrl: string;
  add: () => void;
  remove: (part: string) => void;
};

/** Lists an employee's lessons. The newest row stays at the top until it is saved. */
export function LessonsPanel({ timetable, url, telling, blanks }: LessonsPanelProps) {
  const { lessons, subjects, classes } = timetable;
  const row = { telling, url, subjects, classes };
  const list = useRef<HTMLOListElement>(null);
  const { heading, onFocus } = useFocusOfGone(
    list,
    [...blanks.parts, ...lessons.map(({ lessonId }) => lessonId)].join(),
  );
  return (
    <section aria-labelledby="lessons-title" className="max-md:-mx-4">
      <div className="flex flex-wrap items-center justify-between gap-2 py-3 max-md:border-t-2 max-md:border-t-red max-md:bg-paper max-md:px-4">
        <h3 className="text-18 outline-none" id="lessons-title" ref={heading} tabIndex={-1}>
          Lessons
        </h3>
        <div className="flex flex-wrap gap-2">
          <ButtonLink preventScrollReset to={addLessonsUrl(url)}>
            Add several
          </ButtonLink>
          {lessons.length > 0 ? (
            <ButtonLink preventScrollReset to={substituteUrl(url)}>
              Give lessons to a substitute
            </ButtonLink>
          ) : null}
          <span className="max-md:hidden">
            <AddSubjectButton blanks={blanks} />
          </span>
        </div>
      </div>
      <div
        aria-hidden="true"
        className="lesson-grid border-b border-t-2 border-b-red border-t-red bg-cream-2 px-3 py-2 text-13 font-semibold max-md:hidden"
      >
        <span>Subject</span>
        <span>Class</span>
        <span className="whitespace-nowrap">By choice</span>
        <span>Status</span>
      </div>
      {lessons.length + blanks.parts.length === 0 ? (
        <p className="border-b bg-paper px-3 py-6 text-center text-muted">
          No lessons yet. Choose Add Subject to add the first one.
        </p>
      ) : null}
      <ol onFocus={onFocus} ref={list}>
        {blanks.parts.map((part) => (
          <TimetableLessonRow
            {...row}
            key={part}
            lesson={null}
            part={part}
            removal={{ to: url, remove: () => blanks.remove(part) }}
          />
        ))}
        {lessons.map((lesson) => (
          <TimetableLessonRow {...row} key={lesson.lessonId} lesson={lesson} part={String(lesson.lessonId)} />
        ))}
      </ol>
    </section>
  );
}

/**
 * Moves the focus when the row that has it disappears. If the row became a saved lesson, the same field of the lesson
 * gets the focus, otherwise the heading.
 */
function useFocusOfGone(list: RefObject<HTMLElement>, rows: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef<Element | null>(null);
  const before = useRef(rows);

  useEffect(() => {
    const active = document.activeElement;
    // The blank row may disappear before its lesson appears. Until then the heading has the focus.
    const isLost = rows !== before.current && (active === document.body || active === heading.current);
    before.current = rows;
    if (isLost) (sameIn(list.current, last.current) ?? heading.current)?.focus({ preventScroll: true });
  }, [list, rows]);

  const onFocus = ({ target }: FocusEvent) => {
    last.current = target;
  };
  return { heading, onFocus };
}

function sameIn(list: HTMLElement | null, gone: Element | null): HTMLElement | null {
  if (!(gone instanceof HTMLSelectElement || gone instanceof HTMLInputElement) || !gone.form) return null;
  const lesson = lessonOf(gone.form);
  const form = [...(list?.querySelectorAll("form") ?? [])].find((item) => lessonOf(item) === lesson);
  return form?.querySelector<HTMLElement>(`[name="${gone.name}"]`) ?? null;
}

function lessonOf(form: HTMLFormElement): string {
  const chosen = new FormData(form);
  return ["subject_id", "class_id"].map((name) => String(chosen.get(name))).join();
}

/** Adds a blank row at the top. Without JavaScript this loads a new page. */
export function AddSubjectButton({ blanks: { addUrl, add } }: { blanks: BlankLessonRows }) {
  return (
    <ButtonLink
      icon="plus"
      kind="primary"
      onClick={(event) => {
        event.preventDefault();
        add();
      }}
      preventScrollReset
      to={addUrl}
    >
      Add Subject
    </ButtonLink>
  );
}
