import { Link } from "@remix-run/react";
import { PATHS } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { apiCallPageUrl, OPEN_API_URL, type ApiCallArea, type ListedApiCall } from "./guide.ts";

const ABOUT =
  "The API calls for your school’s scripts and spreadsheets, with the request and response of each";

const COLUMNS: readonly DataTableColumn<ListedApiCall>[] = [
  {
    key: "call",
    title: "Call",
    names: true,
    width: "md:w-[44%]",
    cell: ({ id, method, path }) => (
      <Link className="font-semibold [overflow-wrap:anywhere]" to={apiCallPageUrl(id)}>
        {method} {path}
      </Link>
    ),
  },
  { key: "summary", title: "Purpose", prose: true, cell: ({ summary }) => summary },
  { key: "for", title: "Access", width: "md:w-[22%]", prose: true, cell: ({ forWhom }) => forWhom },
];

type CallsPageProps = { areas: readonly ApiCallArea[]; origin: string };

/** Explains how to call the API and lists every call by area. Programs read the same list at `/api/openapi.json`. */
export function ApiCallsPage({ areas, origin }: CallsPageProps) {
  return (
    <>
      <PageHead
        about={ABOUT}
        actions={
          <>
            <ButtonLink icon="key" to={PATHS.accessTokens}>
              Access tokens
            </ButtonLink>
            <ButtonLink download="termbook-openapi.json" icon="download" reloadDocument to={OPEN_API_URL}>
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

function HowToCall({ origin }: { origin: string }) {
  return (
    <Panel title="How to call the API">
      <pre className="mb-3 mt-0 whitespace-pre-wrap break-words border bg-cream p-3 font-mono text-13">
        {`curl -H "Authorization: Bearer TOKEN" "${origin}/api/subjects?per_page=50"`}
      </pre>
      <ul className="list-disc space-y-2 pl-5">
        <li>A script sends an access token. It needs no cookies and no Origin header.</li>
        <li>
          To sign a person in, a program calls <code>POST /api/employee-login</code>. To change anything, it
          calls <code>GET /sanctum/csrf-cookie</code> and sends the value of the XSRF-TOKEN cookie as the
          header X-XSRF-TOKEN. Outside a browser, it also sends this school’s address as Origin.
        </li>
        <li>
          A list is sent whole, or in pages if you send <code>page</code> and <code>per_page</code>. The
          header X-Total-Count gives the number of rows. <code>sort</code> orders the list, and{" "}
          <code>search</code> narrows it.
        </li>
        <li>
          If you keep a copy, send its ETag as If-None-Match. Status 304 means that nothing has changed. Calls
          that accept <code>since</code> return only what has changed.
        </li>
        <li>
          If a call is rejected, the response gives the reason. If some values are wrong, <code>errors</code>{" "}
          gives the reasons by field.
        </li>
      </ul>
    </Panel>
  );
}
