import { Link } from "@remix-run/react";

import { PATHS } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { DataTable, type Column } from "#ui/page/data-table.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";

import { callUrl, OPEN_API, type CallArea, type ListedCall } from "./guide.ts";
import { HowToCall } from "./how-to-call.tsx";

const ABOUT =
  "The calls that scripts and spreadsheets of the school make, each with what it takes and answers";

const COLUMNS: readonly Column<ListedCall>[] = [
  {
    key: "call",
    title: "Call",
    names: true,
    width: "md:w-[44%]",
    cell: ({ id, method, path }) => (
      <Link className="font-semibold [overflow-wrap:anywhere]" to={callUrl(id)}>
        {method} {path}
      </Link>
    ),
  },
  { key: "summary", title: "Does", prose: true, cell: ({ summary }) => summary },
  { key: "for", title: "For", width: "md:w-[22%]", prose: true, cell: ({ forWhom }) => forWhom },
];

type CallsPageProps = { areas: readonly CallArea[]; origin: string };

/** How to call, and every call by its area; a machine reads the same at `/api/openapi.json`. */
export function CallsPage({ areas, origin }: CallsPageProps) {
  return (
    <>
      <PageHead
        about={ABOUT}
        actions={
          <>
            <ButtonLink icon="key" to={PATHS.accessTokens}>
              Access tokens
            </ButtonLink>
            <ButtonLink download="termbook-openapi.json" icon="download" reloadDocument to={OPEN_API}>
              OpenAPI file
            </ButtonLink>
          </>
        }
        title="API"
      />
      <div className="flex flex-col gap-4">
        <HowToCall origin={origin} />
        <nav aria-label="Areas" className="flex flex-wrap gap-x-5 print:hidden">
          {areas.map(({ title }) => (
            <a
              className="inline-flex min-h-11 items-center md:min-h-9"
              href={`#${anchorOf(title)}`}
              key={title}
            >
              {title}
            </a>
          ))}
        </nav>
        {areas.map(({ title, calls }) => (
          <div className="scroll-mt-4" id={anchorOf(title)} key={title}>
            <Panel aside={`${calls.length}`} flush title={title}>
              <DataTable
                caption={title}
                columns={COLUMNS}
                empty={null}
                rowKey={({ id }) => id}
                rows={calls}
              />
            </Panel>
          </div>
        ))}
      </div>
    </>
  );
}

function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(" ", "-");
}
