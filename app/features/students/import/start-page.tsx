import { Link } from "@remix-run/react";
import { UNDO_HOURS } from "#domain/people/imports.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { BackRow } from "#ui/page/back-row.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";

import { templateUrl, type ShownListed } from "./imports.ts";
import { SendForm } from "./send-form.tsx";

type StartPageProps = { imports: ShownListed[]; fault: string | null };

/** Import students: a file is chosen, and earlier imports are found again. */
export function StartPage({ imports, fault }: StartPageProps) {
  return (
    <>
      <BackRow label="Students" to={PATHS.students} />
      <PageHead about="Nothing is saved before you have looked at the dry run." title="Import students" />
      <div className="flex flex-col gap-4">
        <Panel title="Choose the file">
          <SendForm action={PATHS.importStudents} fault={fault} />
        </Panel>
        <Panel title="How a file is read">
          <Rules />
        </Panel>
        {imports.length === 0 ? null : (
          <Panel aside={`Can be undone for ${UNDO_HOURS} hours`} flush title="Earlier imports">
            <ul className="divide-y divide-line">
              {imports.map(({ url, begun, by, file, words }) => (
                <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 md:px-5" key={url}>
                  <Link className="inline-flex min-h-9 items-center font-semibold touch:min-h-11" to={url}>
                    {begun}
                  </Link>
                  <span className="text-muted">{by}</span>
                  <span className="break-all">{file}</span>
                  <span className="md:ml-auto">{words}</span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </>
  );
}

function Rules() {
  return (
    <div className="grid gap-3">
      <ul className="list-disc pl-5">
        <li>
          A row with the Student ID of somebody who is here changes that record; any other adds a student.
        </li>
        <li>An empty cell changes nothing.</li>
        <li>A new student without an ID gets the school’s next.</li>
        <li>Days may be written 2026-11-20, 20/11/2026 or 20 Nov 2026, or be dates of Excel.</li>
        <li>A row that cannot be taken stays out, and the dry run says why.</li>
      </ul>
      <p className="flex flex-wrap gap-2">
        <ButtonLink icon="download" reloadDocument to={templateUrl("xlsx")}>
          Template for Excel
        </ButtonLink>
        <ButtonLink icon="download" kind="quiet" reloadDocument to={templateUrl("csv")}>
          Template as text
        </ButtonLink>
        <ButtonLink icon="download" kind="quiet" reloadDocument to={PATHS.exportStudents}>
          Students for Excel
        </ButtonLink>
        <ButtonLink
          icon="download"
          kind="quiet"
          reloadDocument
          to={withQuery(PATHS.exportStudents, { format: "csv" })}
        >
          Students as text
        </ButtonLink>
      </p>
    </div>
  );
}
