import { MESSAGES } from "#domain/messages.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { LinkPicker } from "#ui/form/picker.tsx";
import { TermPicker } from "#ui/form/term-picker.tsx";
import { ChoiceListRow } from "./test-list.tsx";
import type { MarkSheetLessonChoice, MarkSheetTeacherChoice } from "./start.server.ts";

/** The number of lessons above which the page has a search box. */
const MANY = 15;

export function LessonList(props: MarkSheetLessonChoice) {
  const { teacher, lessons, terms, term, openCorrections, backUrl } = props;
  const another = backUrl ? <ButtonLink to={backUrl}>Choose another teacher</ButtonLink> : null;
  return (
    <>
      <PageHead about={`${teacher} · ${term.label}`} actions={another} title={MESSAGES.selectLesson} />
      <TermPicker chosen={term.id} terms={terms} />
      {openCorrections ? (
        <NoticeBox className="mb-4" icon="pencil" tone="waiting">
          {openCorrections}
        </NoticeBox>
      ) : null}
      <Panel flush>
        {lessons.length > MANY || props.search ? <SearchedLessons {...props} /> : <FewLessons {...props} />}
      </Panel>
    </>
  );
}

function FewLessons({ teacher, lessons, term }: MarkSheetLessonChoice) {
  if (lessons.length === 0) return <NoLesson teacher={teacher} term={term} />;
  return (
    <ul className="divide-y divide-line">
      {lessons.map((lesson) => (
        <li key={lesson.url}>
          <ChoiceListRow margin={lesson.classLabel} title={titleOf(lesson)} to={lesson.url} />
        </li>
      ))}
    </ul>
  );
}

function SearchedLessons({ teacher, lessons, term, search }: MarkSheetLessonChoice) {
  return (
    <LinkPicker
      empty={<NoLesson teacher={teacher} term={term} />}
      keep={{ term: String(term.id) }}
      label="Search lessons"
      picks={lessons.map((lesson) => ({
        to: lesson.url,
        title: `${lesson.classLabel}, ${titleOf(lesson)}`,
      }))}
      query={search}
      queryName="search"
    />
  );
}

function titleOf({ subject, substituteFor }: MarkSheetLessonChoice["lessons"][number]): string {
  return substituteFor ? `${subject}, for ${substituteFor}` : subject;
}

function NoLesson({ teacher, term }: Pick<MarkSheetLessonChoice, "teacher" | "term">) {
  return (
    <EmptyState action={<ButtonLink to={PATHS.mainMenu}>Main Menu</ButtonLink>}>
      {teacher} has no lessons in {term.label}. The school office assigns lessons under Employees.
    </EmptyState>
  );
}

/** Lets an administrator or the principal choose a teacher whose lessons to list. */
export function TeacherList({ teachers, search, page, pageSize, total }: MarkSheetTeacherChoice) {
  const picks = teachers.map(({ url, name, lessons }) => ({
    to: url,
    title: name,
    detail: lessonsInWords(lessons),
  }));
  return (
    <>
      <PageHead about="Choose the teacher whose mark sheet you want to open." title="Select Teacher" />
      <Panel flush>
        <LinkPicker
          empty={<NoTeacher search={search} />}
          label="Search teachers"
          paging={{ page, pageSize, total, pageTo: (to) => teachersUrl(search, to), of: "teachers" }}
          picks={picks}
          query={search}
          queryName="search"
        />
      </Panel>
    </>
  );
}

function NoTeacher({ search }: { search: string }) {
  if (search) {
    return (
      <EmptyState action={<ButtonLink to={PATHS.markSheets}>Show all teachers</ButtonLink>}>
        No teachers with lessons this year match “{search}”.
      </EmptyState>
    );
  }
  return (
    <EmptyState action={<ButtonLink to={PATHS.mainMenu}>Main Menu</ButtonLink>}>
      No teacher has a lesson this year yet. The school office assigns lessons under Employees.
    </EmptyState>
  );
}

function teachersUrl(search: string, page: number): string {
  return withQuery(PATHS.markSheets, { search: search || null, page: page === 1 ? null : page });
}

function lessonsInWords(count: number): string {
  return count === 1 ? "1 lesson" : `${count} lessons`;
}
