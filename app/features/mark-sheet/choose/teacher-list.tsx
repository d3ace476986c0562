import { PATHS, withQuery } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { LinkPicker } from "#ui/form/picker.tsx";
import type { TeacherChoice } from "./start.server.ts";

/** Lets an administrator or the principal choose a teacher whose lessons to list. */
export function TeacherList({ teachers, search, page, pageSize, total }: TeacherChoice) {
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
