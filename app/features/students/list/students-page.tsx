import { PATHS, withQuery } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { ListFooter, ListSummary } from "#ui/list/list-foot.tsx";
import { NoPeopleFound } from "#ui/list/empty-list.tsx";
import { UndoButton } from "#ui/overlay/undo-button.tsx";
import { DOWNLOAD_ATTRIBUTE } from "#ui/page/downloads.ts";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { STUDENTS_LIST_FORM_ID, StudentsListForm } from "./list-form.tsx";
import {
  hasFilters,
  NO_STUDENT_FILTERS,
  SORTED_BY_NAME,
  isSortedByName,
  studentsQuery,
  STUDENT_PAGE_SIZES,
  studentDialogUrl,
  studentsUrl,
  type StudentsParams,
} from "./params.rules.ts";
import { StudentsTable } from "./students-table.tsx";
import { StudentSelectionBar, StudentSelectionSummary } from "./selection-strip.tsx";
import { describeFilters, describeStudentSort, formatTotals, type StudentsList } from "./students.rules.ts";
import { useStudentSelection } from "./use-selection.ts";

export function StudentsPage({ list }: { list: StudentsList }) {
  const { params, manages } = list;
  const { page: _, rows: _rows, ...exported } = studentsQuery(params);
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
                  to={withQuery(PATHS.exportStudents, exported)}
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
      <Undoable list={list} />
      {list.selection ? (
        <SelectableList list={list} selection={list.selection} />
      ) : (
        <ReadableList list={list} />
      )}
    </>
  );
}

/** The person's own changes of the last day, each with its Undo. */
function Undoable({ list: { undoable } }: { list: StudentsList }) {
  if (undoable.length === 0) return null;
  return (
    <details className="mb-3 text-13">
      <summary className="inline-flex min-h-6 cursor-pointer items-center font-semibold text-red touch:min-h-11">
        Undo your recent changes ({undoable.length})
      </summary>
      <ul className="mt-1 divide-y divide-line border-y bg-paper">
        {undoable.map(({ id, title, at }) => (
          <li className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-1.5" key={id}>
            <span>
              {title}, {at}
            </span>
            <UndoButton change={id} className="text-red" of={title} />
          </li>
        ))}
      </ul>
    </details>
  );
}

type SelectableListProps = { list: StudentsList; selection: NonNullable<StudentsList["selection"]> };

/**
 * The list for the office, with a checkbox in each row. A former student's row has no checkbox, because nobody can
 * select former students.
 */
function SelectableList({ list, selection: served }: SelectableListProps) {
  const selection = useStudentSelection(served);
  const hasBoxes = list.params.status === "here";
  return (
    <>
      <Panel flush>
        <StudentsListForm list={list} onWholeList={selection.forget}>
          <Shown list={list} />
          {hasBoxes ? <StudentSelectionSummary list={list} selection={selection} /> : null}
          <StudentsTable empty={<Nobody list={list} />} list={list} selection={hasBoxes ? selection : null} />
        </StudentsListForm>
        <Footer list={list} />
      </Panel>
      {hasBoxes ? <StudentSelectionBar list={list} selection={selection} /> : null}
    </>
  );
}

function ReadableList({ list }: { list: StudentsList }) {
  return (
    <Panel flush>
      <StudentsListForm list={list} onWholeList={() => undefined}>
        <Shown list={list} />
        <StudentsTable empty={<Nobody list={list} />} list={list} selection={null} />
      </StudentsListForm>
      <Footer list={list} />
    </Panel>
  );
}

function Footer({ list: { params, found, selection } }: { list: StudentsList }) {
  const { page: _, rows: _rows, ...kept } = studentsQuery(params);
  return (
    <ListFooter
      keep={kept}
      of="students"
      offered={STUDENT_PAGE_SIZES}
      page={params.page}
      pageSize={params.rows}
      pageTo={(page) => studentsUrl({ ...params, page })}
      sentWithoutScript={
        selection
          ? { form: STUDENTS_LIST_FORM_ID, formAction: PATHS.selection, formMethod: "post" }
          : undefined
      }
      total={found}
    />
  );
}

/**
 * Describes the list: `9 of 402 students · sorted by Class, then Name`, with a link that clears the filters, the order,
 * the search or the status.
 */
function Shown({ list }: { list: StudentsList }) {
  const { params, found, total, totals } = list;
  const hasLeft = params.status !== "here";
  const isNarrowed = params.search !== "" || hasFilters(params);
  const students = total === 1 ? "student" : "students";
  const who = hasLeft ? `former ${students}${total > 0 ? `: ${formatTotals(totals)}` : ""}` : students;
  const words = [who, describeFilters(list), found > 0 ? describeStudentSort(params.sort) : ""];
  return (
    <ListSummary
      count={isNarrowed ? found : total}
      total={isNarrowed && total}
      out={wayOut(params)}
      words={words.filter(Boolean).join(" · ")}
    />
  );
}

function wayOut(params: StudentsParams): { to: string; words: string } | null {
  const first = { ...params, page: 1 };
  if (hasFilters(params))
    return { to: studentsUrl({ ...first, filters: NO_STUDENT_FILTERS }), words: "Clear the filters" };
  if (!isSortedByName(params.sort))
    return { to: studentsUrl({ ...first, sort: SORTED_BY_NAME }), words: "Sort by name only" };
  if (params.search !== "") return { to: studentsUrl({ ...first, search: "" }), words: "Clear the search" };
  if (params.status === "here") return null;
  return { to: studentsUrl({ ...first, status: "here" }), words: "Back to current and registered students" };
}

function Nobody({ list }: { list: StudentsList }) {
  const { params, alike, manages } = list;
  if (hasFilters(params)) {
    const clearTo = studentsUrl({ ...params, filters: NO_STUDENT_FILTERS, page: 1 });
    const searched = params.search === "" ? "" : ` and the search “${params.search}”`;
    return (
      <div className="border-t">
        <EmptyState
          action={
            <ButtonLink preventScrollReset to={clearTo}>
              Clear the filters
            </ButtonLink>
          }
        >
          No students match {describeFilters(list)}
          {searched}.
        </EmptyState>
      </div>
    );
  }
  if (params.search !== "") {
    return (
      <NoPeopleFound
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
    ? "No students yet. Add the first student, or import a list."
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
