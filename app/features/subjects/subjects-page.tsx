import { Link } from "@remix-run/react";
import { PATHS } from "#domain/paths.ts";
import { EmptyList, HighlightMatches } from "#ui/list/empty-list.tsx";
import { ListFooter } from "#ui/list/list-foot.tsx";
import { PeopleSearchForm } from "#ui/list/search-strip.tsx";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { subjectsUrl, subjectUrl, WHOLE_ROSTER_PARAMS, type SubjectsList } from "./assignment.rules.ts";

type Listed = SubjectsList["subjects"][number];

/** Lists the school's subjects. Each links to its students and their teachers. */
export function SubjectsPage({ list }: { list: SubjectsList }) {
  const { params, subjects, found } = list;
  return (
    <>
      <PageHead title="Subject Student Assignment" />
      <Panel flush>
        <PeopleSearchForm
          keep={{ rows: params.rows }}
          placeholder="Subject or Subject ID"
          search={params.search}
        />
        <DataTable
          caption="Subjects"
          className="people-table border-t"
          columns={columnsOf(params)}
          empty={
            <EmptyList
              clearTo={PATHS.subjects}
              nothingFound={`No subjects match “${params.search}”. Search by name or ID.`}
              nothingYet="No subjects yet. An administrator adds them in Application Settings."
              search={params.search}
            />
          }
          rowKey={({ id }) => id}
          rows={subjects}
        />
        <ListFooter
          keep={{ search: params.search || null }}
          of="subjects"
          page={params.page}
          pageSize={params.rows}
          pageTo={(page) => subjectsUrl({ ...params, page })}
          total={found}
        />
      </Panel>
    </>
  );
}

function columnsOf(list: SubjectsList["params"]): DataTableColumn<Listed>[] {
  const { search } = list;
  const rosterOf = (subjectId: number) => subjectUrl({ subjectId, list, roster: WHOLE_ROSTER_PARAMS });
  return [
    {
      key: "id",
      title: "Subject ID",
      width: "w-28",
      wideOnly: true,
      className: "margin-rule",
      cell: ({ id }) => <HighlightMatches search={search} text={String(id)} />,
    },
    {
      key: "subject",
      title: "Subject",
      names: true,
      cell: ({ id, title }) => (
        <Link className="row-name" preventScrollReset to={rosterOf(id)}>
          <HighlightMatches search={search} text={title} />
        </Link>
      ),
    },
    {
      key: "act",
      title: "",
      numeric: true,
      cell: ({ id, title }) => (
        <Link
          aria-label={`View/Add Students: ${title}`}
          className="row-act whitespace-nowrap"
          preventScrollReset
          to={rosterOf(id)}
        >
          View/Add Students
        </Link>
      ),
    },
  ];
}
