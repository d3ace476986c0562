import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { PATHS } from "#domain/paths.ts";
import { classes } from "#ui/classes.ts";
import { Icon } from "#ui/page/icon.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import type { Settings } from "./read-settings.server.ts";
import {
  BOOKS,
  CALENDAR,
  CHECKS,
  CLASSES,
  HEALTH,
  KEY,
  REPORT,
  TERM,
  TESTS,
  WINDOWS,
} from "./setting-icons.tsx";
import { YearStrip } from "./year-strip.tsx";

type Setting = { to: string; icon: ReactNode; title: string; about: string } & Settings["lines"]["term"];

/** The settings of the school, each a line with its current value. */
export function SettingsPage({ settings: { strip, lines, admins } }: { settings: Settings }) {
  return (
    <>
      <PageHead title="Settings" />
      {strip.length > 0 ? <YearStrip cells={strip} /> : null}
      <div className="flex flex-col gap-4">
        <SettingLines>
          <SettingLine
            about="Advance or update the term, or go back to an earlier one"
            icon={TERM}
            title="Current Term"
            to={PATHS.currentTerm}
            {...lines.term}
          />
          <SettingLine
            about="Subjects the school teaches, and those it has retired"
            icon={BOOKS}
            title="Add / Edit Subjects"
            to={PATHS.schoolSubjects}
            {...lines.subjects}
          />
          <SettingLine
            about="Classes whose reports are posted, and changes since then"
            icon={REPORT}
            title="Post Reports"
            to={PATHS.postReports}
            {...lines.posting}
          />
          <SettingLine
            about="Tests of each term, with their dates and max marks"
            icon={TESTS}
            title="Term Assesments Configuration"
            to={PATHS.assessments}
            {...lines.assessments}
          />
        </SettingLines>
        <YearLines lines={lines} />
        {admins ? <AdminLines {...admins} /> : null}
      </div>
    </>
  );
}

function YearLines({ lines }: Pick<Settings, "lines">) {
  return (
    <SettingLines>
      <SettingLine
        about="Everything to finish before the new term"
        icon={CHECKS}
        title="Readiness Board"
        to={PATHS.readinessBoard}
        {...lines.readiness}
      />
      <SettingLine
        about="Which class goes up with which teacher, and next year's lessons"
        icon={CLASSES}
        title="Next year's classes"
        to={PATHS.nextYear}
        {...lines.nextYear}
      />
      <SettingLine
        about="Dates for entering marks and reports"
        icon={WINDOWS}
        title="Entry windows"
        to={PATHS.entryWindows}
        {...lines.entry}
      />
      <SettingLine
        about="Days without school, and weekends with school"
        icon={CALENDAR}
        title="School holidays"
        to={PATHS.schoolHolidays}
        {...lines.holidays}
      />
    </SettingLines>
  );
}

/** The lines for an administrator, who sees everybody's access tokens. */
function AdminLines({ tokens, health }: NonNullable<Settings["admins"]>) {
  return (
    <SettingLines>
      <SettingLine
        about="Tokens that let scripts use Termbook in a person's name"
        icon={KEY}
        title="Access Tokens"
        to={PATHS.accessTokens}
        {...tokens}
      />
      <SettingLine
        about="Nightly backups, background jobs and recent errors"
        icon={HEALTH}
        title="Health"
        to={PATHS.health}
        {...health}
      />
    </SettingLines>
  );
}

function SettingLines({ children }: { children: ReactNode }) {
  return (
    <Panel flush>
      <ul className="divide-y divide-line">{children}</ul>
    </Panel>
  );
}

function SettingLine({ to, icon, title, about, now, next, stops = false }: Setting) {
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
            {icon}
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
            <span className={classes("flex items-center gap-2 font-semibold", stops && "text-refused")}>
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
