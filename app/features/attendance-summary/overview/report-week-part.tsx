import type { ReactNode } from "react";
import type { MarkSheetProgress } from "#domain/late/sheets.ts";
import { lateBoardUrl, PATHS } from "#domain/paths.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { joinClassNames } from "#ui/classes.ts";
import { CompletionBar } from "#ui/figures/completion-bar.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { markListUrl, type MarkListName, type OverviewParams } from "./overview-address.rules.ts";
import type { ReportWeekView } from "./overview.server.ts";
import { OverviewSection } from "./parts.tsx";

type OfReports = { reports: ReportWeekView };
type ProgressRow = ReportWeekView["rows"][number];

/** Shows the progress of marks, reports, signatures and posting, with links to the pages where that work is done. */
export function ReportWeekSection({ reports, params }: OfReports & { params: OverviewParams }) {
  return (
    <OverviewSection about={reports.about} id="reports" title="Report week">
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_304px]">
        <ProgressPanel params={params} reports={reports} />
        <TeachersPanel reports={reports} />
      </div>
    </OverviewSection>
  );
}

function ProgressPanel({ reports, params }: OfReports & { params: OverviewParams }) {
  const { rows, all, isByLevel, opensBoard, opensPosting, ends, termId } = reports;
  const within = ({ key }: ProgressRow) =>
    isByLevel ? { ...params, level: key } : { ...params, classId: key };
  return (
    <Panel
      aside={ends || null}
      flush
      heading="h3"
      title={isByLevel ? "Progress by level" : "Progress by class"}
    >
      <table className="figure-table progress-table text-left" role="table">
        <caption className="sr-only">Marks, reports, signatures and posting</caption>
        <thead role="rowgroup">
          <tr role="row">
            {[isByLevel ? "Level" : "Class", ...COLUMNS].map((title) => (
              <th key={title} role="columnheader" scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={row.key} role="row">
              <th role="rowheader" scope="row">
                {row.url === null ? row.title : <a href={row.url}>{row.title}</a>}
              </th>
              <Cells
                progress={row}
                title={row.title}
                to={(list) => markListUrl(list, { ...within(row), term: null, test: null })}
              />
            </tr>
          ))}
        </tbody>
        {rows.length > 1 ? (
          <tbody className="whole" role="rowgroup">
            <tr role="row">
              <th role="rowheader" scope="row">
                All
              </th>
              <Cells
                progress={all}
                title="all"
                to={(list) => markListUrl(list, { ...params, term: null, test: null })}
              />
            </tr>
          </tbody>
        ) : null}
      </table>
      {opensBoard || opensPosting ? (
        <p className="panel-links">
          {opensBoard ? <a href={lateBoardUrl({ term: termId })}>Late Board</a> : null}
          {opensBoard ? (
            <a href={lateBoardUrl({ missing: "signatures", term: termId })}>Reports to sign</a>
          ) : null}
          {opensPosting ? <a href={PATHS.postReports}>Post Reports</a> : null}
        </p>
      ) : null}
    </Panel>
  );
}

const COLUMNS = ["Marks entered", "Reports complete", "Signed", "Posted"] as const;

type CellsProps = {
  progress: Pick<ProgressRow, "marks" | "complete" | "signed" | "posted">;
  title: string;
  /** Returns the URL of a list of the work that is missing. */
  to: (list: MarkListName) => string;
};

function Cells({ progress, title, to }: CellsProps) {
  const { marks, complete, signed, posted } = progress;
  const words = `${posted.done} of ${posted.total === 1 ? "1 class" : `${posted.total} classes`}`;
  return (
    <>
      <ProgressCell label="Marks entered" of={title} progress={marks} to={to("marks-due")} />
      <ProgressCell label="Reports complete" of={title} progress={complete} to={to("not-complete")} />
      <ProgressCell label="Signed" of={title} progress={signed} to={to("not-signed")} />
      <td data-label="Posted" role="cell">
        <span className={posted.done === 0 ? "text-muted" : undefined}>
          <a aria-label={`Posted, ${title}: ${words}`} href={to("not-posted")}>
            {words}
          </a>
        </span>
      </td>
    </>
  );
}

type ProgressCellProps = { label: string; of: string; progress: MarkSheetProgress; to: string };

/** Shows a number over a progress bar. Both turn green, with a tick, when the work is complete. */
function ProgressCell({ label, of, progress: { done, total }, to }: ProgressCellProps) {
  const isDone = total > 0 && done === total;
  const words = `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
  return (
    <td data-label={label} role="cell">
      {total === 0 ? (
        <span className="text-muted">–</span>
      ) : (
        <>
          <span className={joinClassNames("flex items-center gap-1.5", isDone && "text-saved")}>
            {isDone ? <Icon name="tick" /> : null}
            <a aria-label={`${label}, ${of}: ${words}`} href={to}>
              {words}
            </a>
          </span>
          <CompletionBar className="mt-1 block h-1.5 w-full" done={done} total={total} />
        </>
      )}
    </td>
  );
}

function TeachersPanel({ reports: { teachers, teacherCount, opensBoard, termId } }: OfReports): ReactNode {
  return (
    <Panel
      aside={teacherCount === 0 ? null : formatCountOf(teacherCount, "teacher")}
      flush
      heading="h3"
      title="Marks missing"
    >
      {teachers.length === 0 ? (
        <p className="px-4 py-4 text-muted md:px-5">All marks that are due have been entered.</p>
      ) : (
        <ul className="divide-y divide-line">
          {teachers.map(({ id, name, words, count }) => (
            <li className="flex items-center justify-between gap-4 px-4 py-2 md:px-5" key={id}>
              <div className="min-w-0">
                <p className="font-semibold">{name}</p>
                <p className="text-13 text-muted">{words}</p>
              </div>
              <strong>{count.toLocaleString("en")}</strong>
            </li>
          ))}
        </ul>
      )}
      {opensBoard && teacherCount > 0 ? (
        <p className="panel-links">
          <a href={lateBoardUrl({ by: "teachers", missing: "marks", term: termId })}>
            All {formatCountOf(teacherCount, "teacher")}
          </a>
        </p>
      ) : null}
    </Panel>
  );
}
