import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { Panel } from "#ui/panel.tsx";
import { Picker } from "#ui/picker.tsx";
import type { LessonChoice, TermChoice } from "./choices.ts";
import { TermPicker } from "./term-picker.tsx";

type LessonListProps = {
  teacher: string;
  lessons: readonly LessonChoice[];
  terms: readonly TermChoice[];
  term: TermChoice;
  search: string;
  /** Another teacher's list: where to choose again. */
  backUrl: string | null;
};

/** A teacher's lessons, each labelled with class and subject (T2). */
export function LessonList({ teacher, lessons, terms, term, search, backUrl }: LessonListProps) {
  const picks = lessons.map(({ url, subject, classLabel }) => ({
    to: url,
    title: `${classLabel}, ${subject}`,
  }));
  const another = backUrl ? <ButtonLink to={backUrl}>Another teacher</ButtonLink> : null;
  return (
    <>
      <PageHead about={`${teacher} · ${term.label}`} actions={another} title="Select Subject Class" />
      <div className="mb-4">
        <TermPicker chosen={term.id} terms={terms} />
      </div>
      <Panel flush>
        <Picker
          empty={<NoLesson teacher={teacher} term={term} />}
          keep={{ term: String(term.id) }}
          label="Search lessons"
          picks={picks}
          query={search}
          queryName="search"
        />
      </Panel>
    </>
  );
}

function NoLesson({ teacher, term }: { teacher: string; term: TermChoice }) {
  return (
    <EmptyState action={<ButtonLink to="/app">Main Menu</ButtonLink>}>
      {teacher} has no lessons in {term.label}. The school office assigns them under Employees.
    </EmptyState>
  );
}
