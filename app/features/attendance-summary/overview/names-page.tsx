import type { ReactNode } from "react";
import { formatCount } from "#domain/daily/counting.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { DOWNLOAD_ATTRIBUTE } from "#ui/page/downloads.ts";
import { PageHead } from "#ui/page/page-head.tsx";
import { Paging } from "#ui/page/paging.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { useLinksWithin } from "#ui/page/use-link-click.ts";
import type { AttendanceListView } from "./names.server.ts";
import { WeekTable } from "../trend/week-table.tsx";
import { AttendanceListTable } from "./names-table.tsx";
import { absencesOfDayUrl, attendanceListFileUrl, attendanceListUrl } from "./overview-address.rules.ts";
import { FigureDefinitions, LevelLinks } from "./parts.tsx";

/** Lists the students behind a figure of attendance, for reading, calling and printing. */
export function AttendanceListPage({ view }: { view: AttendanceListView }) {
  const { params, rows, kind, isAll, readsNumbers, toCall, days } = view;
  const { list, ...place } = params;
  return (
    <StudentListFrame
      fileTo={(format) => attendanceListFileUrl(params, format)}
      level={params.level}
      notice={
        toCall === 0 ? null : `${formatCount(toCall)} ${toCall === 1 ? "has" : "have"} not been called yet.`
      }
      of="students"
      below={
        days.length === 0 ? null : (
          <Panel className="mt-4" title="Present on each day">
            <p className="scroll-mt-20 text-13 text-muted" id="days">
              Choose a day to see who was absent.
            </p>
            <WeekTable dayTo={(day) => absencesOfDayUrl(day, place)} days={days} />
          </Panel>
        )
      }
      to={(level) => attendanceListUrl(list, { ...place, level })}
      view={view}
    >
      <AttendanceListTable
        isAll={isAll}
        kind={kind}
        params={{ day: params.day, level: params.level }}
        readsNumbers={readsNumbers}
        rows={rows}
      />
    </StudentListFrame>
  );
}

type NamesFrameProps = {
  view: Pick<
    AttendanceListView,
    "title" | "about" | "answer" | "levels" | "isAll" | "page" | "pageSize" | "total"
  >;
  level: number | null;
  /** The plural noun for the rows, such as `students`. */
  of: string;
  /** Returns the URL of the list for a level, or for all classes. */
  to: (level: number | null) => string;
  fileTo: (format: "pdf" | "xlsx") => string;
  /** A sentence about what is still to do, after the sentence above the list. */
  notice?: string | null;
  /** A panel below the list. */
  below?: ReactNode;
  children: ReactNode;
};

/** Frames a list of names with download links, the choice of a level, a summary sentence and pagination. */
export function StudentListFrame({ view, level, of, to, fileTo, notice, below, children }: NamesFrameProps) {
  const links = useLinksWithin<HTMLDivElement>();
  const { title, about, answer, levels, isAll, page, pageSize, total } = view;
  const pageTo = (number: number) => {
    const url = to(level);
    return number === 1 ? url : `${url}${url.includes("?") ? "&" : "?"}page=${number}`;
  };
  return (
    <div className="overview">
      <PageHead
        about={about}
        actions={
          <>
            <ButtonLink {...DOWNLOAD_ATTRIBUTE} icon="download" reloadDocument to={fileTo("xlsx")}>
              Spreadsheet
            </ButtonLink>
            <ButtonLink icon="print" kind="primary" reloadDocument to={fileTo("pdf")}>
              Print
            </ButtonLink>
          </>
        }
        title={title}
      />
      {levels.length > 1 ? (
        <div className="-mx-4 mb-4 border-y bg-paper md:mx-0 md:rounded md:border-x print:hidden">
          <LevelLinks
            all={isAll ? "Whole school" : "My classes"}
            cells={levels}
            label="Classes shown"
            level={level}
            to={to}
          />
        </div>
      ) : null}
      <Panel flush>
        <p className="border-b px-4 py-2.5 last:border-b-0 md:px-5">
          {answer}
          {notice ? <strong className="text-waiting"> {notice}</strong> : null}
        </p>
        <div ref={links}>{children}</div>
        <Paging of={of} page={page} pageSize={pageSize} pageTo={pageTo} total={total} />
      </Panel>
      {below}
      <FigureDefinitions />
    </div>
  );
}
