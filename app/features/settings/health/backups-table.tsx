import { PATHS } from "#domain/paths.ts";
import { classes } from "#ui/classes.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { DataTable, type Column } from "#ui/page/data-table.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Panel } from "#ui/page/panel.tsx";

export type TriedBackup = {
  id: number;
  at: string;
  outcome: string;
  isTrouble: boolean;
  file: string | null;
  size: string;
  version: string;
  fault: string;
};

const COLUMNS: readonly Column<TriedBackup>[] = [
  {
    key: "at",
    title: "When",
    width: "w-48",
    names: true,
    cell: ({ at }) => <span className="tabular-nums">{at}</span>,
  },
  {
    key: "outcome",
    title: "Outcome",
    width: "w-36",
    cell: ({ outcome, isTrouble }) => (
      <span className={classes("whitespace-nowrap font-semibold", isTrouble && "text-refused")}>
        {outcome}
      </span>
    ),
  },
  {
    key: "file",
    title: "File",
    prose: true,
    cell: ({ file, fault }) => (
      <div className="min-w-0">
        {file ? <p className="break-all">{file}</p> : null}
        {fault ? <p>{fault}</p> : null}
      </div>
    ),
  },
  { key: "size", title: "Size", width: "w-28", numeric: true, cell: ({ size }) => size || "None" },
  { key: "version", title: "Version", width: "w-44", cell: ({ version }) => version },
];

/** Every attempt of the last nights, the latest first. */
export function BackupsTable({ tried, none }: { tried: readonly TriedBackup[]; none: string }) {
  return (
    <Panel flush title="Nightly backups">
      <DataTable
        caption="Nightly backups, the latest first"
        columns={COLUMNS}
        empty={<EmptyState action={<ButtonLink to={PATHS.settings}>Settings</ButtonLink>}>{none}</EmptyState>}
        rowKey={({ id }) => id}
        rows={tried}
      />
    </Panel>
  );
}
