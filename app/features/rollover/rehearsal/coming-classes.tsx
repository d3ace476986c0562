import { DataTable, type Column } from "#ui/page/data-table.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Panel } from "#ui/page/panel.tsx";
import type { ComingClass, RolloverRehearsal } from "../rollover.ts";

/** The classes of the new term, each with the classes that its students come from. */
export function ComingClasses({
  classes,
  rollover,
}: {
  classes: readonly ComingClass[];
  rollover: RolloverRehearsal;
}) {
  return (
    <Panel flush>
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

const LABEL: Column<ComingClass> = {
  key: "label",
  title: "Class",
  names: true,
  width: "w-24",
  cell: ({ label }) => <strong>{label}</strong>,
};

const STUDENTS = figure("students", "Students");

const OF_NEXT_YEAR: readonly Column<ComingClass>[] = [
  LABEL,
  { key: "from", title: "Where they come from", cell: ({ from }) => from },
  figure("promoted", "Promoted"),
  figure("repeating", "Repeating"),
  figure("newcomers", "New"),
  STUDENTS,
];

const OF_THE_YEAR: readonly Column<ComingClass>[] = [
  LABEL,
  figure("staying", "Staying"),
  figure("newcomers", "New"),
  STUDENTS,
];

function figure(
  key: "promoted" | "repeating" | "staying" | "newcomers" | "students",
  title: string,
): Column<ComingClass> {
  return {
    key,
    title,
    numeric: true,
    width: "w-[104px]",
    className: key === "students" ? "font-bold tabular-nums" : "tabular-nums",
    cell: (row) => (row[key] === 0 ? "–" : row[key].toLocaleString("en")),
  };
}
