import { Link } from "@remix-run/react";
import { PATHS } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { DataTable, type Column } from "#ui/page/data-table.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Paging } from "#ui/page/paging.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { FigureTable } from "./figure-table.tsx";
import { returnUrl, type ReturnParams } from "./params.rules.ts";
import type { FigureView, PeopleView } from "./views.ts";

type Person = PeopleView["people"][number];

/** Shows a theme of the return, in which each figure links to the people that it counts, or the people of a check. */
export function FigurePage({ params, title, about, table, people }: FigureView) {
  return (
    <>
      <PageHead about={about} title={title} />
      {people ? <PeopleList of={people} params={params} /> : null}
      {table ? (
        <Panel flush>
          <FigureTable chosen={params.place} figure={params.figure} table={table} />
        </Panel>
      ) : null}
    </>
  );
}

function PeopleList({
  of: { title, people, hasFigures, pageSize, total },
  params,
}: {
  of: PeopleView;
  params: ReturnParams;
}) {
  return (
    <Panel aside={`${total.toLocaleString("en")} listed`} className="mb-4" flush title={title}>
      <DataTable
        caption={`People counted in this figure: ${title}`}
        columns={columnsOf(hasFigures)}
        empty={<Nobody />}
        rowKey={({ key }) => key}
        rows={people}
      />
      {total > pageSize ? (
        <Paging
          of="records"
          page={params.page}
          pageSize={pageSize}
          pageTo={(page) => returnUrl({ ...params, page })}
          total={total}
        />
      ) : null}
    </Panel>
  );
}

function columnsOf(hasFigures: boolean): Column<Person>[] {
  return [
    {
      key: "name",
      title: "Name",
      names: true,
      cell: ({ name, to }) => (
        <Link className="inline-flex min-h-6 items-center touch:min-h-11" to={to}>
          {name}
        </Link>
      ),
    },
    { key: "about", title: "Class or post", cell: ({ about }) => about },
    { key: "detail", title: "Details", cell: ({ detail }) => <span className="text-muted">{detail}</span> },
    ...(hasFigures
      ? [
          {
            key: "figure",
            title: "Counted",
            numeric: true,
            cell: ({ figure }: Person) => <strong>{figure}</strong>,
          },
        ]
      : []),
  ];
}

function Nobody() {
  return (
    <EmptyState
      action={<ButtonLink to={PATHS.annualReturn}>Annual Statistical Return</ButtonLink>}
      title="Nothing to correct"
    >
      No records have this problem.
    </EmptyState>
  );
}
