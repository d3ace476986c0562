import { Link } from "@remix-run/react";
import { joinClassNames } from "#ui/classes.ts";
import { Icon } from "#ui/page/icon.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import type { TermOfYearCell } from "./current-term/current-term.rules.ts";
import { TermsOfYearRow } from "./year-strip.tsx";

/** The state of a setting, and what comes next. `stops` marks a problem or an obstacle to the rollover. */
export type SettingsLineState = { now: string; next: string; stops?: boolean };

export type SettingsPageLine = SettingsLineState & {
  to: string;
  icon: keyof typeof ICONS;
  title: string;
  about: string;
};

export type SettingsView = { strip: TermOfYearCell[]; groups: SettingsPageLine[][] };

export function SettingsPage({ settings: { strip, groups } }: { settings: SettingsView }) {
  return (
    <>
      <PageHead title="Settings" />
      {strip.length > 0 ? <TermsOfYearRow cells={strip} /> : null}
      <div className="flex flex-col gap-4">
        {groups.map((lines) => (
          <Panel flush key={lines[0]?.to}>
            <ul className="divide-y divide-line">
              {lines.map((line) => (
                <Line key={line.to} line={line} />
              ))}
            </ul>
          </Panel>
        ))}
      </div>
    </>
  );
}

function Line({ line: { to, icon, title, about, now, next, stops = false } }: { line: SettingsPageLine }) {
  return (
    <li>
      <Link
        className="group flex min-h-[84px] items-stretch text-ink no-underline hover:text-ink focus-visible:outline-offset-[-2px]"
        to={to}
      >
        <span className="flex w-16 shrink-0 items-center justify-center border-r border-rule md:w-[76px]">
          <svg
            aria-hidden="true"
            className="size-9 fill-cream-2 stroke-red stroke-2 md:size-12"
            strokeLinecap="round"
            strokeLinejoin="round"
            viewBox="0 0 48 48"
          >
            {ICONS[icon]}
          </svg>
        </span>
        <span className="grid min-w-0 grow content-center gap-x-6 px-4 py-3 md:grid-cols-2 md:items-center md:px-5">
          <span className="min-w-0">
            <span className="block font-serif text-18 font-bold decoration-2 underline-offset-4 group-hover:text-red group-hover:underline">
              {title}
            </span>
            <span className="block text-muted">{about}</span>
          </span>
          <span className="min-w-0 max-md:mt-1">
            <span
              className={joinClassNames("flex items-center gap-2 font-semibold", stops && "text-refused")}
            >
              {stops ? <Icon name="refused" /> : null}
              {now}
            </span>
            <span className="block text-13 text-muted">{next}</span>
          </span>
        </span>
        <Icon className="mr-4 self-center text-field" name="chevron-right" />
      </Link>
    </li>
  );
}

/** The icons of the settings, drawn on a grid of 48 by 48. */
const CALENDAR = (
  <>
    <path d="M7 11h34v31H7z" />
    <path className="fill-paper" d="M7 11h34v9H7zM15 6.5v8M33 6.5v8" />
    <path d="M14 33h7M27 27l7 7M34 27l-7 7" />
  </>
);

const TERM = (
  <>
    <path d="M7 11h34v31H7z" />
    <path className="fill-paper" d="M7 11h34v9H7zM15 6.5v8M33 6.5v8" />
    <path d="M14 27h6M28 27h6M14 34h6" />
  </>
);

const BOOKS = (
  <>
    <path d="M8 9h9v32H8zM17 13h8v28h-8z" />
    <path className="fill-paper" d="m26 14 8-2 7 27-8 2z" />
    <path d="M8 16h9M8 34h9M17 20h8M28 21l8-2" />
  </>
);

const REPORT = (
  <>
    <path d="M11 6h20l7 7v29H11z" />
    <path className="fill-paper" d="M31 6v7h7M17 19h15M17 26h9" />
    <path d="m23 34 4 4 9-10" />
  </>
);

const CARD = (
  <>
    <path d="M10 6h28v36H10z" />
    <path className="fill-paper" d="M15 20h18v9H15z" />
    <path d="M15 12h10M15 34h11M21 20v9M27 20v9M30 37l3 3 5-7" />
  </>
);

const TESTS = (
  <>
    <path d="M8 8h26v33H8z" />
    <path className="fill-paper" d="M13 15h5v5h-5zM13 27h5v5h-5z" />
    <path d="M22 17h8M22 29h5M29 36l11-14 4 3-11 14-5 2z" />
  </>
);

const WINDOWS = (
  <>
    <path d="M24 6a18 18 0 1 0 0 36 18 18 0 1 0 0-36z" />
    <path className="fill-paper" d="M24 12a12 12 0 1 0 0 24 12 12 0 1 0 0-24z" />
    <path d="M24 16v8l6 5" />
  </>
);

const CHECKS = (
  <>
    <path d="M9 9.5h30V43H9z" />
    <path className="fill-paper" d="M17.5 6h13v7h-13z" />
    <path className="fill-none" d="M15 22l3 3.2 4.5-5M28 23h6M15 33l3 3.2 4.5-5M28 34h6" />
  </>
);

const CLASSES = (
  <>
    <path d="M5 26h16v15H5z" />
    <path className="fill-paper" d="M27 7h16v15H27z" />
    <path d="M13 20v-8h8M17 8l4 4-4 4M35 28v8h-8M31 40l-4-4 4-4" />
  </>
);

const KEY = (
  <>
    <path d="M30 7a11 11 0 1 0 0 22 11 11 0 1 0 0-22z" />
    <path className="fill-paper" d="M33 12a3 3 0 1 0 0 6 3 3 0 1 0 0-6z" />
    <path d="M22 26 7 41M12 36l5 5M16 32l4 4" />
  </>
);

const HEALTH = (
  <>
    <path d="M7 8h34v12H7zM7 28h34v12H7z" />
    <path className="fill-paper" d="M12 12h5v4h-5zM12 32h5v4h-5z" />
    <path d="M24 14h12M24 34h12M14 20v8M34 20v8" />
  </>
);

const SHEET = (
  <>
    <path d="M7 9h26v30H7z" />
    <path className="fill-paper" d="M7 9h26v8H7z" />
    <path d="M7 24h26M7 31h26M16 17v22M31 24h11M37 19l5 5-5 5" />
  </>
);

const ICONS = {
  calendar: CALENDAR,
  term: TERM,
  books: BOOKS,
  report: REPORT,
  card: CARD,
  tests: TESTS,
  windows: WINDOWS,
  checks: CHECKS,
  classes: CLASSES,
  key: KEY,
  health: HEALTH,
  sheet: SHEET,
};
