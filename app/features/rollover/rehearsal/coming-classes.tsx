import { proposedClassesUrl } from "#domain/documents/kind.ts";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { DOWNLOAD_ATTRIBUTE } from "#ui/page/downloads.ts";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Panel } from "#ui/page/panel.tsx";
import type { NextTermClass, RolloverRehearsal } from "../rollover.rules.ts";

/** Lists the classes of the new term, and the classes that the students of each come from. */
export function NextTermClassesTable({
  classes,
  rollover,
}: {
  classes: readonly NextTermClass[];
  rollover: RolloverRehearsal;
}) {
  return (
    <Panel
      aside={
        rollover.state === "ready" || rollover.state === "refused" ? (
          <a {...DOWNLOAD_ATTRIBUTE} href={proposedClassesUrl(rollover.id, { isSaved: true })}>
            Print the proposed class lists
          </a>
        ) : null
      }
      flush
      title={rollover.endsYear ? `Classes of ${rollover.to.year}` : "Classes"}
    >
      <DataTable
        caption="Classes of the new term"
        columns={rollover.endsYear ? OF_NEXT_YEAR : OF_THE_YEAR}
        empty={<EmptyState action={null}>No students will be in a class in {rollover.to.title}.</EmptyState>}
        rowKey={({ id }) => id}
        rows={classes}
      />
    </Panel>
  );
}

const LABEL: DataTableColumn<NextTermClass> = {
  key: "label",
  title: "Class",
  names: true,
  width: "w-24",
  cell: ({ label }) => <strong>{label}</strong>,
};

const STUDENTS = figure("students", "Students");

const OF_NEXT_YEAR: readonly DataTableColumn<NextTermClass>[] = [
  LABEL,
  { key: "from", title: "Current classes", cell: ({ from }) => from },
  figure("promoted", "Promoted"),
  figure("repeating", "Repeating"),
  figure("newcomers", "New"),
  STUDENTS,
];

const OF_THE_YEAR: readonly DataTableColumn<NextTermClass>[] = [
  LABEL,
  figure("staying", "Staying"),
  figure("newcomers", "New"),
  STUDENTS,
];

function figure(
  key: "promoted" | "repeating" | "staying" | "newcomers" | "students",
  title: string,
): DataTableColumn<NextTermClass> {
  return {
    key,
    title,
    numeric: true,
    width: "w-[104px]",
    className: key === "students" ? "font-bold tabular-nums" : "tabular-nums",
    cell: (row) => (row[key] === 0 ? "–" : row[key].toLocaleString("en")),
  };
}
