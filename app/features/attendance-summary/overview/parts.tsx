import { Link } from "@remix-run/react";
import type { CSSProperties, ReactNode } from "react";
import { ATTENDANCE_DEFINITIONS } from "#domain/daily/attendance-limits.ts";
import { formatCount } from "#domain/daily/counting.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import { RESULT_DEFINITIONS } from "#domain/figures/results.ts";
import { PHONE_PREFIX } from "#domain/text/phone.ts";
import { joinClassNames } from "#ui/classes.ts";
import { Icon } from "#ui/page/icon.tsx";
import { useLinksWithin } from "#ui/page/use-link-click.ts";
import { attendanceDialogUrl, type AttendanceSummaryParams } from "../params.rules.ts";

type ScopeCellsProps = {
  label: string;
  all: string;
  level: number | null;
  /** The levels. In a list, each level has the number of the list's rows. */
  cells: readonly { level: number; title: string; count?: number }[];
  to: (level: number | null) => string;
};

export function LevelLinks({ label, all, level, cells, to }: ScopeCellsProps) {
  const isCounted = cells.some(({ count }) => count !== undefined);
  const count = isCounted ? cells.reduce((sum, cell) => sum + (cell.count ?? 0), 0) : undefined;
  return (
    <nav aria-label={label}>
      <ul
        className={joinClassNames(
          "grid overflow-hidden md:flex md:flex-wrap md:border-t",
          isCounted ? "grid-cols-3" : "grid-cols-4",
        )}
      >
        {[{ level: null, title: all, count }, ...cells].map((cell) => (
          <li className="-mr-px border-r max-md:-mb-px max-md:border-b" key={cell.level}>
            <Link
              aria-current={cell.level === level ? "true" : undefined}
              className={joinClassNames(
                "flex min-h-10 items-center justify-center border-b-[3px] px-1 pt-[3px] text-center no-underline touch:min-h-11 md:px-4",
                cell.level === level
                  ? "border-red font-bold text-red"
                  : "border-transparent text-ink hover:border-rule",
              )}
              preventScrollReset
              to={to(cell.level)}
            >
              {cell.title}
              {cell.count === undefined ? null : (
                <span className={joinClassNames("ml-1", cell.level !== level && "text-muted")}>
                  {` ${formatCount(cell.count)}`}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type PartProps = { id: string; title: string; about: string; controls?: ReactNode; children: ReactNode };

export function OverviewSection({ id, title, about, controls, children }: PartProps) {
  const links = useLinksWithin<HTMLDivElement>();
  return (
    <section aria-labelledby={`${id}-title`} className="part scroll-mt-4 pt-8" id={id}>
      <div className="mb-4 flex flex-col gap-3 md:flex-row md:items-end md:justify-between">
        <div>
          <h2 className="text-24" id={`${id}-title`}>
            {title}
          </h2>
          <p className="text-13 text-muted">{about}</p>
        </div>
        {controls}
      </div>
      <div ref={links}>{children}</div>
    </section>
  );
}

/** Hidden fields that keep the other parameters of the URL when a form is sent. */
export function HiddenParamFields({ params }: { params: Readonly<Record<string, string | number | null>> }) {
  return Object.entries(params).map(([name, value]) =>
    value === null ? null : <input key={name} name={name} type="hidden" value={value} />,
  );
}

/** Explains how the figures are counted. */
export function FigureDefinitions({ className }: { className?: string }) {
  return (
    <details
      className={joinClassNames("mt-6 border-t border-line-2 pt-3 print:hidden", className)}
      id="definitions"
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2.5 font-semibold text-red">
        <Icon name="question" />
        How these figures are worked out
      </summary>
      <dl className="max-w-record">
        {[...ATTENDANCE_DEFINITIONS, ...RESULT_DEFINITIONS].map(({ term, words }) => (
          <div className="mt-3" key={term}>
            <dt className="font-semibold">{term}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

type StudentLinkProps = {
  studentKey: number;
  name: string;
  params: AttendanceSummaryParams;
  /** Whether the person may read the whole school. The link then opens over the summary, not over the record. */
  isAll: boolean;
};

export function StudentLink({ studentKey, name, params, isAll }: StudentLinkProps) {
  const to = isAll
    ? attendanceDialogUrl(studentKey, { what: "term", params })
    : withQuery(`${PATHS.students}/${studentKey}/view-attendance`, { date: params.day });
  return <a href={to}>{name}</a>;
}

/** Shows a family's phone number or, on a phone, a button that calls the number. */
export function PhoneNumberLink({ phone }: { phone: string }) {
  return (
    <a className="call" href={`tel:+${PHONE_PREFIX}${phone.replaceAll(" ", "")}`}>
      {phone}
    </a>
  );
}

/** Shows the reason for an absence, or says that nobody has given one. */
export function AbsenceReasonText({ reason }: { reason: string }) {
  return reason ? reason : <span className="text-waiting">No reason yet</span>;
}

/** Returns the width of the longest class label, such as `1A` or `2nd Year S`, so that the labels of a list line up. */
export function labelWidthStyle(classes: readonly { label: string }[]): CSSProperties {
  const longest = Math.max(...classes.map(({ label }) => label.length));
  // The `ch` unit is the width of a digit, and bold capitals are wider.
  return { "--longest-label": `calc(${longest}ch + 8px)` } as CSSProperties;
}
