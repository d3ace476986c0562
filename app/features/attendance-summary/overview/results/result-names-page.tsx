import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { StudentListFrame } from "../names-page.tsx";
import type { MarkListView } from "./result-names.server.ts";
import { markListFileUrl, markListUrl } from "../overview-address.rules.ts";
import type { MarkListKind, MarkListRow } from "./results-view.rules.ts";

/** Lists the students or teachers behind a figure of the results, for reading and printing. */
export function MarkListPage({ view }: { view: MarkListView }) {
  const { params, of, kind, rows } = view;
  const { list, ...place } = params;
  return (
    <StudentListFrame
      fileTo={(format) => markListFileUrl(params, format)}
      level={params.level}
      of={of}
      to={(level) => markListUrl(list, { ...place, level })}
      view={view}
    >
      <DataTable
        caption={view.title}
        className="names-table"
        columns={[
          kind === "missing" ? TEACHER : of === "classes" ? FORM_TEACHER : NAME,
          CLASS,
          ...COLUMNS[kind],
        ]}
        empty={null}
        rowKey={({ key }) => key}
        rows={rows}
      />
    </StudentListFrame>
  );
}

const NAME: DataTableColumn<MarkListRow> = {
  key: "name",
  title: "Name",
  names: true,
  className: "font-semibold",
  cell: ({ url, name }) => (url === null ? name : <a href={url}>{name}</a>),
};
const FORM_TEACHER: DataTableColumn<MarkListRow> = { ...NAME, title: "Form teacher" };
const TEACHER: DataTableColumn<MarkListRow> = {
  key: "name",
  title: "Teacher",
  names: true,
  className: "font-semibold",
  cell: ({ name }) => name,
};
const CLASS: DataTableColumn<MarkListRow> = {
  key: "class",
  title: "Class",
  cell: ({ label }) => <strong>{label}</strong>,
};
const SUBJECT: DataTableColumn<MarkListRow> = {
  key: "subject",
  title: "Subject",
  cell: ({ subject }) => subject,
};
const GRADE: DataTableColumn<MarkListRow> = {
  key: "grade",
  title: "Grade",
  numeric: true,
  cell: ({ grade }) => grade,
};

function figure(title: string): DataTableColumn<MarkListRow> {
  return {
    key: "figure",
    title,
    numeric: true,
    cell: (row) => <strong className={row.isLow ? "text-red" : undefined}>{row.figure}</strong>,
  };
}

const COLUMNS: Record<MarkListKind, DataTableColumn<MarkListRow>[]> = {
  average: [{ ...figure("Average"), cell: (row) => <strong>{row.figure}</strong> }, GRADE],
  mark: [figure("Mark"), GRADE],
  "subject mark": [SUBJECT, figure("Mark")],
  failing: [
    { key: "subjects", title: "Below the pass mark", prose: true, cell: ({ subject }) => subject },
    figure("Subjects"),
  ],
  report: [{ key: "report", title: "Report", cell: ({ subject }) => subject }],
  change: [
    { key: "before", title: "Before", numeric: true, cell: ({ before }) => before },
    { key: "now", title: "Now", numeric: true, cell: (row) => row.figure },
    {
      key: "change",
      title: "Change",
      numeric: true,
      cell: ({ change, isLow }) => <strong className={isLow ? "text-red" : undefined}>{change}</strong>,
    },
  ],
  missing: [
    {
      key: "subject",
      title: "Mark sheet",
      cell: ({ url, subject }) => (url === null ? subject : <a href={url}>{subject}</a>),
    },
    { ...figure("Missing"), cell: (row) => <strong>{row.figure}</strong> },
  ],
};
