import { Link } from "@remix-run/react";
import { buildRegisterFields } from "#fields/attendance.ts";
import { capitalise } from "#domain/text/capital.ts";
import { formatDay, formatShortDay } from "#domain/daily/day-words.ts";
import { PATHS } from "#domain/paths.ts";
import { RowsSummary } from "#saving/screen/rows-summary.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { DayPicker } from "#ui/daily/day-picker.tsx";
import { SaveAndLeaveLink } from "#ui/form/leaving-link.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { isAbsent } from "#domain/daily/attendance-states.ts";
import { useLinkClick } from "#ui/page/use-link-click.ts";
import type { RegisterView } from "./register.ts";
import { RegisterForm } from "./sheet/register-form.tsx";
import { registerColumnsStyle } from "./sheet/columns.ts";
import { RegisterEntryPicture } from "./sheet/entry-picture.tsx";
import { formatAttendanceState, formatReasonAndNote } from "./sheet/row-words.rules.ts";

/** Shows one register. Without JavaScript it is one form; with JavaScript each row saves by itself. */
export function RegisterPage({ register }: { register: RegisterView }) {
  const { posted, rows, reasons } = register;
  return (
    <>
      <RegisterHead register={register} />
      {posted ? <RowsSummary {...posted} fields={buildRegisterFields(reasons)} rows={rows} /> : null}
      <Entries register={register} />
    </>
  );
}

function RegisterHead({ register }: { register: RegisterView }) {
  const { classLabel, classId, day, isToday, today, previousTo, nextTo, sessions, session } = register;
  return (
    <PageHead
      about={<About register={register} />}
      actions={
        <div className="grid gap-2 md:flex">
          <SessionLinks sessions={sessions} />
          <DayPicker
            action={PATHS.attendanceRegister}
            day={day}
            latest={today}
            nextTo={nextTo}
            previousTo={previousTo}
            words={isToday ? <TodayWords day={day} /> : formatDay(day)}
          >
            <input name="class" type="hidden" value={classId} />
            <input name="session" type="hidden" value={session} />
          </DayPicker>
        </div>
      }
      title={`Register, ${classLabel}`}
    />
  );
}

/** Shows "Today" with the date. On a phone the year is left out because there is no room. */
function TodayWords({ day }: { day: string }) {
  return (
    <span>
      {formatShortDay(day)}
      <span className="max-md:sr-only"> {day.slice(0, "2026".length)}</span>, today
    </span>
  );
}

function SessionLinks({ sessions }: Pick<RegisterView, "sessions">) {
  if (sessions.length < 2) return null;
  return (
    <nav aria-label="Sessions on this day" className="rounded border border-field bg-paper print:hidden">
      <ul className="grid auto-cols-fr grid-flow-col">
        {sessions.map(({ name, url, isMarked, isCurrent }) => (
          <li key={url}>
            <Link
              aria-current={isCurrent ? "page" : undefined}
              className={joinClassNames(
                SESSION,
                isCurrent ? "bg-red text-on-red hover:text-on-red" : "text-ink",
              )}
              preventScrollReset
              replace
              to={url}
            >
              {name}
              {isMarked ? <Icon name="tick" /> : null}
              <span className="sr-only">{isMarked ? ", marked" : ", not marked yet"}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const SESSION =
  "flex min-h-10 items-center justify-center gap-2 rounded-sm px-4 font-semibold no-underline touch:min-h-11";

const ABOUT_LINK = "touch:inline-block touch:py-1.5";

function About({ register: { marked, closed, classesUrl, monthUrl } }: { register: RegisterView }) {
  const words = closed === null ? (marked ?? "Not marked yet") : marked;
  return (
    <>
      {words}
      {classesUrl ? (
        <>
          {words ? " · " : null}
          <SaveAndLeaveLink className={ABOUT_LINK} to={classesUrl}>
            Other classes
          </SaveAndLeaveLink>
        </>
      ) : null}
      {monthUrl ? <MonthLinks isFirst={!words && !classesUrl} url={monthUrl} /> : null}
    </>
  );
}

/** Links to the class's monthly register. The link opens in a new tab so that unsaved changes are not left behind. */
function MonthLinks({ url, isFirst }: { url: string; isFirst: boolean }) {
  return (
    <span className="max-md:block print:hidden">
      {isFirst ? null : <span className="max-md:hidden">{" · "}</span>}
      <a className={ABOUT_LINK} href={url} rel="noreferrer" target="_blank">
        Month as PDF
      </a>
      {" · "}
      <a className={ABOUT_LINK} href={`${url}&format=spreadsheet`} rel="noreferrer" target="_blank">
        Month as spreadsheet
      </a>
    </span>
  );
}

function Entries({ register }: { register: RegisterView }) {
  const { rows, canEdit, closed, marked } = register;
  if (rows.length === 0) return <NobodyHere register={register} />;
  // A key for each register and account makes React replace the form, so that a tap is never saved to the wrong
  // register.
  if (canEdit) return <RegisterForm key={`${register.accountId} ${register.saveUrl}`} register={register} />;
  return (
    <>
      <NoticeBox className="mb-4" icon="info" tone="plain">
        {`${capitalise(closed ?? "")}. ${marked ? "You can read the register, but you cannot change it." : "The register was not marked."}`}
      </NoticeBox>
      {marked ? <ReadRegister register={register} /> : null}
    </>
  );
}

function NobodyHere({ register: { closed, classLabel, previousTo } }: { register: RegisterView }) {
  return (
    <Panel flush>
      <EmptyState action={previousTo ? <ButtonLink to={previousTo}>Previous school day</ButtonLink> : null}>
        {closed ? `${capitalise(closed)}.` : `No student is registered in ${classLabel} on this day.`}
      </EmptyState>
    </Panel>
  );
}

function ReadRegister({ register: { rows, url, reasons } }: { register: RegisterView }) {
  const openLink = useLinkClick();
  const fields = buildRegisterFields(reasons);
  return (
    <ol className="entries border-t" style={registerColumnsStyle(rows.length)}>
      {rows.map((loaded) => {
        const { row, position, name, before, was, values } = loaded;
        const reason = formatReasonAndNote(fields, values);
        const about = [reason, isAbsent(values.state) && before, was && `Saved, ${was}`].filter(Boolean);
        return (
          <li data-said={values.state} key={row}>
            <span className="place">{position}</span>
            <RegisterEntryPicture historyUrl={`${url}/history/${row}`} loaded={loaded} openLink={openLink} />
            <span className="who">
              <span className="name">{name}</span>
              {about.length > 0 ? <span className="text-13 text-muted">{about.join(" · ")}</span> : null}
            </span>
            <span className="print">{formatAttendanceState(values.state)}</span>
          </li>
        );
      })}
    </ol>
  );
}
