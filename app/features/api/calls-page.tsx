import { Link } from "@remix-run/react";

import { DataTable, type Column } from "#ui/page/data-table.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { ButtonLink } from "#ui/form/button.tsx";

import { callUrl, OPEN_API, type CallArea, type ListedCall } from "./guide.ts";

const ABOUT =
  "The calls that scripts and spreadsheets of the school make, each with what it takes and answers";

const COLUMNS: readonly Column<ListedCall>[] = [
  {
    key: "call",
    title: "Call",
    names: true,
    width: "md:w-[44%]",
    cell: ({ id, method, path }) => (
      <Link className="break-words font-semibold" to={callUrl(id)}>
        {method} {path}
      </Link>
    ),
  },
  { key: "summary", title: "What it does", cell: ({ summary }) => summary },
  { key: "for", title: "For", width: "md:w-[22%]", cell: ({ forWhom }) => forWhom },
];

/** Every call by its area; a machine reads the same at `/api/openapi.json`. */
export function CallsPage({ areas }: { areas: readonly CallArea[] }) {
  return (
    <>
      <PageHead
        about={ABOUT}
        actions={
          <ButtonLink download="termbook-openapi.json" icon="download" reloadDocument to={OPEN_API}>
            OpenAPI description
          </ButtonLink>
        }
        title="API"
      />
      <div className="flex flex-col gap-4">
        {areas.map(({ title, calls }) => (
          <Panel aside={`${calls.length}`} flush key={title} title={title}>
            <DataTable caption={title} columns={COLUMNS} empty={null} rowKey={({ id }) => id} rows={calls} />
          </Panel>
        ))}
      </div>
    </>
  );
}
