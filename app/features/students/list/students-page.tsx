import { PATHS, withQuery } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { ListFoot } from "#ui/list/list-foot.tsx";
import { NoMatches } from "#ui/list/no-matches.tsx";
import { SearchStrip } from "#ui/list/search-strip.tsx";
import { IN_PLACE } from "#ui/page/downloads.ts";
import { ListSummary } from "#ui/list/list-summary.tsx";
import { StatusFilter } from "#ui/list/status-filter.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import {
  BY_NAME,
  isByName,
  queryOf,
  STUDENT_ROWS,
  studentDialogUrl,
  studentsUrl,
  type StudentsParams,
} from "./params.rules.ts";
import { StudentsTable } from "./students-table.tsx";
import { sortWords, totalWords, type StudentsList } from "./students.rules.ts";

export function StudentsPage({ list }: { list: StudentsList }) {
  const { place, found, statuses, manages } = list;
  const { search: _, page: _page, rows, ...kept } = queryOf(place);
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
                  {...IN_PLACE}
                  kind="quiet"
                  reloadDocument
                  to={withQuery(PATHS.exportStudents, { search: place.search || null, ...kept })}
                >
                  Export
                </ButtonLink>
                <ButtonLink icon="plus" kind="primary" preventScrollReset to={studentDialogUrl("new", place)}>
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
          placeholder="Name, ID, class or pin"
          search={place.search}
        >
          {statuses ? <StatusFilter chosen={place.status} statuses={statuses} /> : null}
        </SearchStrip>
        <Shown list={list} />
        <StudentsTable empty={<Nobody list={list} />} list={list} />
        <ListFoot
          keep={{ search: place.search || null, ...kept }}
          of="students"
          offered={STUDENT_ROWS}
          page={place.page}
          pageSize={place.rows}
          pageTo={(page) => studentsUrl({ ...place, page })}
          total={found}
        />
      </Panel>
    </>
  );
}

/**
 * Describes the list, such as `9 of 402 students · sorted by Class, then Name`, with a link that clears the order, the
 * search or the status.
 */
function Shown({ list: { place, found, total, totals } }: { list: StudentsList }) {
  const hasLeft = place.status !== "here";
  const students = total === 1 ? "student" : "students";
  const who = hasLeft ? `${students} who left${total > 0 ? `: ${totalWords(totals)}` : ""}` : students;
  return (
    <ListSummary
      count={place.search === "" ? total : found}
      total={place.search !== "" && total}
      out={wayOut(place)}
      words={found > 0 ? `${who} · ${sortWords(place.sort)}` : who}
    />
  );
}

function wayOut(place: StudentsParams): { to: string; words: string } | null {
  const first = { ...place, page: 1 };
  if (!isByName(place.sort))
    return { to: studentsUrl({ ...first, sort: BY_NAME }), words: "Sort by name only" };
  if (place.search !== "") return { to: studentsUrl({ ...first, search: "" }), words: "Clear the search" };
  if (place.status === "here") return null;
  return { to: studentsUrl({ ...first, status: "here" }), words: "Back to current and registered" };
}

function Nobody({ list: { place, alike, manages } }: { list: StudentsList }) {
  if (place.search !== "") {
    return (
      <NoMatches
        alike={alike}
        clearTo={studentsUrl({ ...place, search: "", page: 1 })}
        search={place.search}
        to={(id) => studentDialogUrl(id, place)}
        where="name, ID, class, teacher or birth certificate pin"
      />
    );
  }
  const hasLeft = place.status !== "here";
  return (
    <div className="border-t">
      <EmptyState action={<NextStep hasLeft={hasLeft} manages={manages} place={place} />}>
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

function NextStep({ hasLeft, manages, place }: { hasLeft: boolean; manages: boolean; place: StudentsParams }) {
  if (hasLeft)
    return (
      <ButtonLink to={studentsUrl({ ...place, status: "here" })}>Show current and registered</ButtonLink>
    );
  if (!manages) return <ButtonLink to="/app">Main Menu</ButtonLink>;
  return <ButtonLink to={studentDialogUrl("new", place)}>Add New Student</ButtonLink>;
}
