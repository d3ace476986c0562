import type { ReactNode } from "react";
import { Button } from "#ui/form/button.tsx";
import { TextButton } from "#ui/form/text-button.tsx";
import { DataTable, type Column } from "#ui/page/data-table.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";

import { ActForm } from "./act-form.tsx";
import type { ShownFile, ShownUpload } from "./uploads.ts";

const COLUMNS: readonly Column<ShownFile>[] = [
  {
    key: "picture",
    title: "Picture",
    head: <span className="sr-only">Picture</span>,
    width: "w-20",
    wideOnly: true,
    cell: ({ picture }) => (
      <img
        alt=""
        className="h-12 w-[38px] object-cover"
        height={48}
        loading="lazy"
        src={picture ?? undefined}
        width={38}
      />
    ),
  },
  { key: "file", title: "File", names: true, cell: ({ name }) => <span className="break-all">{name}</span> },
  { key: "result", title: "Result", cell: ({ words }) => <SaveStatus kind="saved">{words}</SaveStatus> },
  {
    key: "student",
    title: "Student",
    cell: ({ student }) => (student ? `${student.name}, ${student.label}` : "Has left"),
  },
  {
    key: "undo",
    title: "Undo",
    head: <span className="sr-only">Undo</span>,
    cell: ({ id, student }) => (
      <ActForm fields={{ intent: "undo", file: id }}>
        <TextButton aria-label={`Undo for ${student?.name}`} className="min-h-6" type="submit">
          Undo
        </TextButton>
      </ActForm>
    ),
  },
];

type SavedFilesProps = { upload: ShownUpload; paging: ReactNode };

/** What became of each file (A2), and the way back. */
export function SavedFiles({ upload: { saved, keptUntil }, paging }: SavedFilesProps) {
  return (
    <Panel aside={`Can be undone until ${keptUntil}`} flush title="Saved">
      <DataTable
        caption="Saved pictures"
        columns={COLUMNS}
        empty={null}
        rowKey={({ id }) => id}
        rows={saved.files}
      />
      {paging}
      <div className="flex justify-end border-t p-3">
        <ActForm fields={{ intent: "undo", file: "all" }}>
          <Button>Undo all {saved.total}</Button>
        </ActForm>
      </div>
    </Panel>
  );
}
