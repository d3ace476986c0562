import type { ReactNode } from "react";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { summaryOf, SUMMARY_WORDS, type RowPhase } from "./row-phase.ts";
import { DEAN_CLASSES, TEACHER_CLASS } from "./timetable.ts";

type TimetableFootProps = { phases: Readonly<Record<string, RowPhase>>; children: ReactNode };

/** What became of everything, always in view, with the way to what needs somebody. */
export function TimetableFoot({ phases, children }: TimetableFootProps) {
  const { phase, needs, words } = summaryOf(Object.values(phases));
  const [first] = Object.entries(phases).find(([, each]) => each === "refused") ?? [];
  return (
    <>
      <p
        className="flex min-w-0 flex-wrap items-center gap-x-4 max-md:flex-1 max-md:flex-col max-md:items-start"
        role="status"
      >
        <SaveStatus kind={phase} size={15}>
          {SUMMARY_WORDS[phase]}
        </SaveStatus>
        {first ? (
          <a className="inline-flex min-h-6 items-center font-semibold" href={`#${placeOf(first)}`}>
            {needs === 1 ? "1 needs you" : `${needs} need you`} ↑
          </a>
        ) : null}
      </p>
      <p className="ml-auto mr-2 text-muted max-md:hidden">{words}</p>
      <div className="max-md:ml-auto">{children}</div>
    </>
  );
}

function placeOf(part: string): string {
  if (part === TEACHER_CLASS) return "teacher-class";
  return part === DEAN_CLASSES ? "form-dean" : `lesson-${part}`;
}
