import { Link } from "@remix-run/react";
import { formatRegisterName } from "#domain/names.ts";
import { EmptyList, HighlightMatches } from "#ui/list/empty-list.tsx";
import { ListFooter, ListSummary } from "#ui/list/list-foot.tsx";
import { PeopleSearchForm } from "#ui/list/search-strip.tsx";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import {
  archiveListUrl,
  archiveListQuery,
  archiveSortUrl,
  archiveDialogUrl,
  type ArchiveList,
} from "./archive-list.ts";

type Listed = ArchiveList["students"][number];

/** Lists the students whose marks from past terms can be viewed and corrected. */
export function ArchiveListPage({ list }: { list: ArchiveList }) {
  const { params, students, found, total } = list;
  const { search: _, page: _page, ...kept } = archiveListQuery(params);
  const all = archiveListUrl({ ...params, search: "", page: 1 });
  return (
    <>
      <PageHead about="Marks from past terms, Forms 1 to 3" title="Marks Archive" />
      <Panel flush>
        <PeopleSearchForm keep={kept} placeholder="Name, student ID or class" search={params.search} />
        <ListSummary
          count={params.search === "" ? total : found}
          total={params.search !== "" && total}
          out={params.search === "" ? null : { to: all, words: "Clear the search" }}
          words="students"
        />
        <DataTable
          caption="Students"
          className="people-table border-t"
          columns={columnsFor(list)}
          empty={
            <EmptyList
              clearTo={all}
              nothingFound={`No students match “${params.search}”. You can search by name, ID or class.`}
              nothingYet="No students yet. The school office adds them under Students."
              search={params.search}
            />
          }
          rowKey={({ id }) => id}
          rows={students}
          sort={[params.sort]}
          sortTo={(key) => archiveSortUrl(params, key)}
        />
        <ListFooter
          keep={{ search: params.search || null, sort: kept.sort }}
          of="students"
          page={params.page}
          pageSize={params.rows}
          pageTo={(page) => archiveListUrl({ ...params, page })}
          total={found}
        />
      </Panel>
    </>
  );
}

function columnsFor({ params }: ArchiveList): DataTableColumn<Listed>[] {
  const { search } = params;
  return [
    {
      key: "id",
      title: "StudentId",
      width: "w-[112px]",
      sortable: true,
      wideOnly: true,
      className: "margin-rule",
      cell: ({ studentId }) => <HighlightMatches search={search} text={studentId} />,
    },
    {
      key: "name",
      title: "Last Name",
      sortable: true,
      names: true,
      cell: (student) => <Name search={search} student={student} />,
    },
    {
      key: "first",
      title: "First Name",
      width: "w-[260px]",
      wideOnly: true,
      cell: ({ firstName }) => <HighlightMatches search={search} text={firstName} />,
    },
    {
      key: "gender",
      title: "Gender",
      width: "w-[112px]",
      sortable: true,
      wideOnly: true,
      cell: ({ gender }) => gender ?? "–",
    },
    {
      key: "class",
      title: "Class",
      width: "w-[112px]",
      sortable: true,
      wideOnly: true,
      cell: ({ classLabel }) => <HighlightMatches search={search} text={classLabel ?? "–"} />,
    },
    {
      key: "act",
      title: "Actions",
      width: "w-[168px]",
      cell: (student) => (
        <Link
          aria-label={`Edit/View ${formatRegisterName(student)}`}
          className="row-act"
          preventScrollReset
          to={archiveDialogUrl(student.id, params)}
        >
          Edit/View
        </Link>
      ),
    },
  ];
}

/** Shows the last name. On a phone, which hides the other columns, also shows the first name, ID, gender and class. */
function Name({ student, search }: { student: Listed; search: string }) {
  const { studentId, lastName, firstName, gender, classLabel } = student;
  return (
    <span className="flex min-w-0 flex-col">
      <span className="break-words">
        <HighlightMatches search={search} text={lastName} />
        <span className="md:hidden">
          , <HighlightMatches search={search} text={firstName} />
        </span>
      </span>
      <span className="text-13 font-normal text-muted md:hidden">
        {[studentId, gender, classLabel].filter(Boolean).join(" · ")}
      </span>
    </span>
  );
}
