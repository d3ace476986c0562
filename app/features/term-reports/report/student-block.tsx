import { memo, useState } from "react";
import { PATHS } from "#domain/paths.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { StudentPicture } from "#ui/page/student-picture.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { SaveAndLeaveLink } from "#ui/form/leaving-link.tsx";
import { PagingLinks } from "./bar/paging-links.tsx";
import type { Report } from "./report.ts";
import { readPagingFocus, rememberPagingFocus, type PagingFocus } from "./bar/use-report-navigation.ts";

/** The student's picture and name, with the links to other pages. */
export function ReportStudentHeader({ report }: { report: Report }) {
  const { hydrated } = useSaving();
  const isWritten = report.rules.editable.length > 0;
  return (
    <div>
      <Student report={report} />
      <div className="border-y max-md:hidden print:hidden">
        <PagingLinks />
      </div>
      {hydrated && isWritten ? <PagingChoice account={report.accountId} /> : null}
      <NavLinks report={report} />
      {report.progress.incomplete ? (
        <ClassEnd incomplete={report.progress.incomplete} links={report.links} />
      ) : null}
    </div>
  );
}

/** Matches a word that is too long for the column at the usual size, such as 'Ramnarinesingh'. */
const LONG_WORD = /[^\s-]{11}/;

const Student = memo(function Student({ report }: { report: Report }) {
  const { student, classLabel, teachers, yearLabel, term } = report;
  return (
    <div className="flex items-center gap-4 py-2 md:p-4">
      <span className="shrink-0 border border-rule bg-paper p-1">
        <StudentPicture name={student.firstName} size={96} src={student.picture} studentId={student.key} />
      </span>
      <div className="min-w-0">
        <h1
          className={joinClassNames(
            "break-words leading-7",
            "text-24",
            LONG_WORD.test(student.name) && "md:text-18",
          )}
          tabIndex={-1}
        >
          {student.name}
        </h1>
        <p className="mt-1 text-13 text-muted">{[classLabel, teachers].filter(Boolean).join(", ")}</p>
        <p className="text-13 text-muted">
          {yearLabel}, Term {term}
        </p>
      </div>
    </div>
  );
});

const NavLinks = memo(function NavLinks({ report: { links, can } }: { report: Report }) {
  return (
    <>
      <div className="grid auto-cols-fr grid-flow-col gap-2 pb-1 pt-1 md:grid-flow-row md:grid-cols-[2fr_3fr] md:px-4 md:pt-4 print:hidden [&>*]:gap-1.5 [&>*]:whitespace-nowrap [&>*]:px-1.5">
        <ButtonLink
          className="[&>svg]:max-md:hidden"
          data-dialog=""
          icon="search"
          preventScrollReset
          to={links.search}
        >
          Search
        </ButtonLink>
        {links.card ? (
          <ButtonLink
            className="[&>svg]:max-md:hidden"
            data-dialog=""
            icon="document"
            preventScrollReset
            to={links.card}
          >
            Report Card
          </ButtonLink>
        ) : null}
        {links.nextClass ? (
          <ButtonLink
            className="max-md:border-field max-md:bg-paper max-md:text-ink md:col-span-2 [&>svg]:max-md:hidden"
            iconAfter="arrow-right"
            kind="quiet"
            to={links.nextClass}
          >
            Next Class
          </ButtonLink>
        ) : null}
      </div>
      <p className="flex flex-wrap justify-center gap-x-1 pb-2 md:px-2 md:text-13 print:hidden">
        <ButtonLink className="!min-h-8 !px-1.5" kind="quiet" to={links.signAll}>
          Whole class
        </ButtonLink>
        <ButtonLink className="!min-h-8 !px-1.5" kind="quiet" to={links.chooser ?? links.terms}>
          {links.chooser ? "All classes and terms" : "Past reports"}
        </ButtonLink>
        {can.teacherComment || can.principalComment ? (
          <ButtonLink className="!min-h-8 !px-1.5" kind="quiet" to={PATHS.commentBank}>
            Comment bank
          </ButtonLink>
        ) : null}
      </p>
    </>
  );
});

const CHOICES: Record<PagingFocus, string> = { same: "same field", empty: "first empty field" };

/** Chooses whether paging goes to the same field or to the first empty field. The choice is remembered. */
function PagingChoice({ account }: { account: number }) {
  const [start, setStart] = useState(() => readPagingFocus(account));

  function choose(chosen: PagingFocus) {
    rememberPagingFocus(account, chosen);
    setStart(chosen);
  }

  return (
    <label className="flex items-center justify-between gap-2 border-b px-4 py-1 text-13 text-muted max-md:hidden touch:hidden print:hidden">
      NEXT moves to
      <select
        className="rounded-sm border border-field bg-paper px-1 py-0.5 text-ink"
        onChange={(event) => choose(event.currentTarget.value as PagingFocus)}
        value={start}
      >
        {Object.entries(CHOICES).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

type ClassEndProps = { links: Report["links"]; incomplete: readonly { name: string; url: string }[] };

/** If there are more names than this, the last report links only to the class's overview. */
const MOST_NAMED = 6;

/** Links, on the last report, to the students of the class whose reports are incomplete. */
function ClassEnd({ links, incomplete }: ClassEndProps) {
  if (incomplete.length === 0) {
    return (
      <p className="border-t py-2.5 md:px-4">
        <SaveStatus kind="saved">Every report of the class is complete</SaveStatus>
      </p>
    );
  }
  const named = incomplete.slice(0, MOST_NAMED);
  const others = incomplete.length - named.length;
  return (
    <div className="border-t py-2.5 md:px-4 text-13">
      <h2 className="font-sans text-13 font-semibold">
        {formatCountOf(incomplete.length, "report")} not complete:
      </h2>
      <ul className="flex flex-wrap gap-x-4 md:flex-col">
        {named.map(({ name, url }) => (
          <li key={url}>
            <SaveAndLeaveLink className="inline-flex min-h-6 items-center touch:min-h-11" to={url}>
              {name}
            </SaveAndLeaveLink>
          </li>
        ))}
        {others > 0 ? (
          <li>
            <SaveAndLeaveLink
              className="inline-flex min-h-6 items-center touch:min-h-11"
              to={`${links.signAll}?show=incomplete`}
            >
              and {others} more
            </SaveAndLeaveLink>
          </li>
        ) : null}
      </ul>
    </div>
  );
}
