import { PATHS, withQuery } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { ListFooter, ListSummary } from "#ui/list/list-foot.tsx";
import { NoMatches } from "#ui/list/empty-list.tsx";
import { SearchStrip, StatusFilter } from "#ui/list/search-strip.tsx";
import { DOWNLOAD_ATTRIBUTE } from "#ui/page/downloads.ts";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import {
  SORTED_BY_NAME,
  isSortedByName,
  studentsQuery,
  STUDENT_PAGE_SIZES,
  studentDialogUrl,
  studentsUrl,
  type StudentsParams,
} from "./params.rules.ts";
import { StudentsTable } from "./students-table.tsx";
import { describeSort, formatTotals, type StudentsList } from "./students.rules.ts";

export function StudentsPage({ list }: { list: StudentsList }) {
  const { params, found, statuses, manages } = list;
  const { search: _, page: _page, rows, ...kept } = studentsQuery(params);
  return (
    <>
      <PageHead
        actions={
          <div className="flex flex-wrap gap-2 *:grow">
            {list.setsPictures ? (
              <ButtonLink icon="upload" to={PATHS.studentPictures}>
                Upload Student Pictures
              </ButtonLink>
            ) : null}
            {manages ? (
              <>
                <ButtonLink kind="quiet" to={PATHS.duplicates}>
                  Duplicates
                </ButtonLink>
                <ButtonLink kind="quiet" to={PATHS.importStudents}>
                  Import
                </ButtonLink>
                <ButtonLink
                  {...DOWNLOAD_ATTRIBUTE}
                  kind="quiet"
                  reloadDocument
                  to={withQuery(PATHS.exportStudents, { search: params.search || null, ...kept })}
                >
                  Export
                </ButtonLink>
                <ButtonLink
                  icon="plus"
                  kind="primary"
                  preventScrollReset
                  to={studentDialogUrl("new", params)}
                >
                  Add New Student
                </ButtonLink>
              </>
            ) : null}
          </div>
        }
        title="Students"
      />
      <Panel flush>
        <SearchStrip
          keep={{ rows, ...kept, status: null }}
          placeholder="Name, ID, class or PIN"
          search={params.search}
        >
          {statuses ? <StatusFilter chosen={params.status} statuses={statuses} /> : null}
        </SearchStrip>
        <Shown list={list} />
        <StudentsTable empty={<Nobody list={list} />} list={list} />
        <ListFooter
          keep={{ search: params.search || null, ...kept }}
          of="students"
          offered={STUDENT_PAGE_SIZES}
          page={params.page}
          pageSize={params.rows}
          pageTo={(page) => studentsUrl({ ...params, page })}
          total={found}
        />
      </Panel>
    </>
  );
}

/** Describes the list, such as `9 of 402 students · sorted by Class, then Name`, with a link to clear this. */
function Shown({ list: { params, found, total, totals } }: { list: StudentsList }) {
  const hasLeft = params.status !== "here";
  const students = total === 1 ? "student" : "students";
  const who = hasLeft ? `former ${students}${total > 0 ? `: ${formatTotals(totals)}` : ""}` : students;
  return (
    <ListSummary
      count={params.search === "" ? total : found}
      total={params.search !== "" && total}
      out={wayOut(params)}
      words={found > 0 ? `${who} · ${describeSort(params.sort)}` : who}
    />
  );
}

function wayOut(params: StudentsParams): { to: string; words: string } | null {
  const first = { ...params, page: 1 };
  if (!isSortedByName(params.sort))
    return { to: studentsUrl({ ...first, sort: SORTED_BY_NAME }), words: "Sort by name only" };
  if (params.search !== "") return { to: studentsUrl({ ...first, search: "" }), words: "Clear the search" };
  if (params.status === "here") return null;
  return { to: studentsUrl({ ...first, status: "here" }), words: "Back to current and registered students" };
}

function Nobody({ list: { params, alike, manages } }: { list: StudentsList }) {
  if (params.search !== "") {
    return (
      <NoMatches
        alike={alike}
        clearTo={studentsUrl({ ...params, search: "", page: 1 })}
        search={params.search}
        to={(id) => studentDialogUrl(id, params)}
        where="name, ID, class, teacher or birth certificate PIN"
      />
    );
  }
  const hasLeft = params.status !== "here";
  return (
    <div className="border-t">
      <EmptyState action={<NextStep hasLeft={hasLeft} manages={manages} params={params} />}>
        {hasLeft ? "No students have this status." : noneWords(manages)}
      </EmptyState>
    </div>
  );
}

function noneWords(manages: boolean): string {
  return manages
    ? "No students yet. Add the first one, or import a list."
    : "You have no class this term, so there are no students to show.";
}

function NextStep({
  hasLeft,
  manages,
  params,
}: {
  hasLeft: boolean;
  manages: boolean;
  params: StudentsParams;
}) {
  if (hasLeft)
    return (
      <ButtonLink to={studentsUrl({ ...params, status: "here" })}>
        Show current and registered students
      </ButtonLink>
    );
  if (!manages) return <ButtonLink to="/app">Main Menu</ButtonLink>;
  return <ButtonLink to={studentDialogUrl("new", params)}>Add New Student</ButtonLink>;
}
