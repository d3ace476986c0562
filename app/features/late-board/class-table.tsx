import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { lateBoardViewUrl, withLateBoardView } from "./board-address.rules.ts";
import type { LateBoardParams, LateClass } from "./board.ts";
import { ProgressCell } from "./progress.tsx";

type ClassTableProps = { classes: readonly LateClass[]; params: LateBoardParams };

/** Shows one row for each class, with links to its subjects and its reports. */
export function LateClassesTable({ classes, params }: ClassTableProps) {
  return (
    <DataTable
      caption="Marks, reports, signatures and posting by class"
      columns={columnsFor(params)}
      empty={null}
      rowKey={({ classId }) => classId}
      rows={classes}
    />
  );
}

function columnsFor(params: LateBoardParams): DataTableColumn<LateClass>[] {
  const subjectsOf = (classId: number) =>
    lateBoardViewUrl({ ...withLateBoardView(params, "subjects"), missing: "all", classId });
  return [
    { key: "class", title: "Class", names: true, cell: (held) => <ClassName held={held} /> },
    {
      key: "teachers",
      title: "Form teacher",
      wideOnly: true,
      cell: ({ teachers }) => teachers || <NoTeacher />,
    },
    {
      key: "marks",
      title: "Marks entered",
      numeric: true,
      cell: ({ classId, label, marks }) => (
        <ProgressCell {...marks} of={`marks of ${label}`} to={subjectsOf(classId)} />
      ),
    },
    {
      key: "complete",
      title: "Reports complete",
      numeric: true,
      cell: ({ label, complete, reportsUrl }) => (
        <ProgressCell {...complete} of={`reports of ${label} are complete`} to={reportsUrl} />
      ),
    },
    {
      key: "signed",
      title: "Signed",
      numeric: true,
      cell: ({ label, signed, signUrl }) => (
        <ProgressCell {...signed} of={`reports of ${label} are signed`} to={signUrl} />
      ),
    },
    { key: "posted", title: "Posted", numeric: true, cell: ({ postedOn }) => <Posted on={postedOn} /> },
  ];
}

/** Shows a class's name. On a phone the teachers are beside it. */
function ClassName({ held: { label, teachers } }: { held: LateClass }) {
  return (
    <>
      <strong>{label}</strong>
      {teachers ? <span className="text-13 font-normal text-muted md:hidden">{teachers}</span> : null}
    </>
  );
}

function NoTeacher() {
  return <span className="text-muted">Nobody yet</span>;
}

function Posted({ on }: { on: string | null }) {
  if (on === null) return <span className="text-muted">Not posted</span>;
  return (
    <span className="inline-flex items-center gap-1.5 text-saved">
      <Icon name="tick" />
      {on}
    </span>
  );
}
