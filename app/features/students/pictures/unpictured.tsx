import { Link } from "@remix-run/react";
import { PATHS, withQuery } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { DataTable, type Column } from "#ui/page/data-table.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Paging } from "#ui/page/paging.tsx";
import { Panel } from "#ui/page/panel.tsx";

import type { ShownStudent, ShownUpload } from "./uploads.ts";

const COLUMNS: readonly Column<ShownStudent>[] = [
  {
    key: "name",
    title: "Student",
    names: true,
    cell: ({ id, name }) => (
      <Link
        className="inline-flex min-h-9 items-center font-semibold touch:min-h-11"
        to={`${PATHS.students}/${id}/picture`}
      >
        {name}
      </Link>
    ),
  },
  { key: "class", title: "Class", cell: ({ label }) => label },
];

/** Whom a photograph is still to be taken of, class by class. */
export function Unpictured({ upload: { unpictured, base } }: { upload: ShownUpload }) {
  if (!unpictured) return null;
  const { students, ...paging } = unpictured;
  return (
    <Panel flush title="Still without a picture">
      <DataTable
        caption="Students without a picture"
        columns={COLUMNS}
        empty={
          <EmptyState action={<ButtonLink to={base}>All files</ButtonLink>}>
            Every student has a picture.
          </EmptyState>
        }
        rowKey={({ id }) => id}
        rows={students}
      />
      <Paging {...paging} of="students" pageTo={(page) => withQuery(base, { show: "without", page })} />
    </Panel>
  );
}
