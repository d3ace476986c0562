import { Link } from "@remix-run/react";
import { PATHS } from "#domain/paths.ts";
import { joinClassNames } from "#ui/classes.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Paging } from "#ui/page/paging.tsx";
import { Panel } from "#ui/page/panel.tsx";
import {
  annualReturnUrl,
  type AnnualReturnParams,
  type ReturnFigureKey,
  type ReturnFigureView,
  type ReturnPeopleView,
  type ReturnCellView,
  type ReturnTableView,
} from "./theme.rules.ts";

type Person = ReturnPeopleView["people"][number];

/** Shows a theme of the return, in which each number links to the people it counts, or lists the people of a check. */
export function ReturnFigurePage({ params, title, about, table, people }: ReturnFigureView) {
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
  of: ReturnPeopleView;
  params: AnnualReturnParams;
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
          pageTo={(page) => annualReturnUrl({ ...params, page })}
          total={total}
        />
      ) : null}
    </Panel>
  );
}

function columnsOf(hasFigures: boolean): DataTableColumn<Person>[] {
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

type FigureTableProps = { figure: string; table: ReturnTableView; chosen: ReturnFigureKey | null };

/** Shows the worksheet as a table. In a narrow window the first column stays in place while the others scroll. */
function FigureTable({ figure, table, chosen }: FigureTableProps) {
  const { caption, heads, lines, ratios } = table;
  return (
    <>
      <div aria-label={caption} className="overflow-x-auto" role="region">
        <table className="w-full border-collapse text-13">
          <caption className="sr-only">{caption}</caption>
          <Heads heads={heads} />
          <tbody>
            {lines.map(({ key, isSum, isItalic, cells }) => (
              <tr
                className={joinClassNames(
                  "border-b",
                  isSum && "bg-cream font-semibold",
                  isItalic && "italic",
                )}
                key={key}
              >
                {cells.map((cell, index) => (
                  <Figure
                    cell={cell}
                    isChosen={chosen?.line === key && chosen.column === heads[index]?.key}
                    isFirst={index === 0}
                    isText={heads[index]?.isText ?? false}
                    key={heads[index]?.key}
                    to={annualReturnUrl({
                      figure,
                      place: { line: key, column: heads[index]?.key ?? "" },
                      page: 1,
                    })}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {ratios.length === 0 ? null : (
        <dl className="grid grid-cols-[auto_auto] justify-start gap-x-6 px-4 py-3">
          {ratios.map(({ title, value }) => (
            <div className="contents" key={title}>
              <dt className="text-muted">{title}</dt>
              <dd className="text-right font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function Heads({ heads }: Pick<ReturnTableView, "heads">) {
  const spans = spansOf(heads);
  const hasSpans = spans.some(({ over }) => over !== "");
  return (
    <thead className="border-b-2 border-b-ink">
      {hasSpans ? (
        <tr>
          {spans.map(({ over, count, key }) =>
            over === "" ? (
              <td colSpan={count} key={key} />
            ) : (
              <th className="px-2 pt-2 text-right font-semibold" colSpan={count} key={key} scope="colgroup">
                {over}
              </th>
            ),
          )}
        </tr>
      ) : null}
      <tr>
        {heads.map(({ key, title, isText }, index) => (
          <th
            className={joinClassNames(
              "px-2 py-2 align-bottom font-semibold",
              isText ? "text-left" : "text-right",
              index === 0 && FIRST,
            )}
            key={key}
            scope="col"
          >
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The style of the first column, which names the row and stays in view. */
const FIRST = "sticky left-0 bg-paper pl-4 md:pl-5";

type FigureProps = {
  cell: ReturnCellView;
  to: string;
  isText: boolean;
  isFirst: boolean;
  isChosen: boolean;
};

function Figure({ cell: { text, leads }, to, isText, isFirst, isChosen }: FigureProps) {
  if (isFirst) {
    return (
      <th
        className={joinClassNames(
          "min-w-24 max-w-40 px-2 py-1 text-left md:min-w-40 md:max-w-60 font-[inherit]",
          FIRST,
        )}
        scope="row"
      >
        {text}
      </th>
    );
  }
  return (
    <td
      className={joinClassNames(
        "px-2",
        isText ? "whitespace-nowrap text-left" : "text-right tabular-nums",
        isChosen && "bg-lit",
      )}
    >
      {leads ? (
        <Link
          aria-current={isChosen ? "true" : undefined}
          className="inline-flex min-h-7 min-w-6 items-center justify-end touch:min-h-11"
          preventScrollReset={false}
          to={to}
        >
          {text}
        </Link>
      ) : (
        <span className={joinClassNames(!isText && "text-muted")}>{text}</span>
      )}
    </td>
  );
}

type Span = { key: string; over: string; count: number };

/** Joins adjacent columns that have the same heading. */
function spansOf(heads: ReturnTableView["heads"]): Span[] {
  const spans: Span[] = [];
  for (const { key, over } of heads) {
    const last = spans.at(-1);
    if (last?.over === over) last.count += 1;
    else spans.push({ key, over, count: 1 });
  }
  return spans;
}
