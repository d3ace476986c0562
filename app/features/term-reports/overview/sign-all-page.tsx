import { useActionData } from "@remix-run/react";
import { reportUrl } from "#domain/paths.ts";
import { formatMissingParts, type ReportState } from "#domain/report-state.ts";
import { joinClassNames } from "#ui/classes.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { useFormReply } from "#ui/form/form-result.ts";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Icon, type IconName } from "#ui/page/icon.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { StudentPicture } from "#ui/page/student-picture.tsx";
import { Tabs } from "#ui/page/tabs.tsx";
import { useLinkClick, type LinkClick } from "#ui/page/use-link-click.ts";
import { ClassSignedNotice, SIGN_ALL_FORM_ID, SignAllButtonForm } from "./sign-all-dialog.tsx";
import { EmptyClassNotice } from "../choose/class-chooser.tsx";
import {
  REPORT_FILTER_TITLES,
  classOverviewUrl,
  formatReportSummary,
  type ClassOverview,
  type OverviewReport,
} from "./overview.rules.ts";
import type { ClassSigningResult } from "../sign/sign-class.server.ts";

type SignAllPageProps = { overview: ClassOverview };

/** The overview of a class, where the principal looks through the reports and signs the complete reports. */
export function SignAllPage({ overview }: SignAllPageProps) {
  const answered = useActionData();
  const answer = useFormReply<ClassSigningResult>(SIGN_ALL_FORM_ID, answered);
  // A page that was loaded before an update does not send the name of its form.
  const ofOldPage = useFormReply<ClassSigningResult>("", answered).reply;
  const { classLabel, teachers, period, readOnlyReason, counts } = overview;
  return (
    <>
      <PageHead
        about={[teachers, period].filter(Boolean).join(" · ")}
        actions={<Ways overview={overview} />}
        title={`Reports of ${classLabel}`}
      />
      <ClassSignedNotice {...answer} reply={answer.reply ?? ofOldPage} />
      {readOnlyReason ? (
        <NoticeBox className="mb-4" icon="info" tone="plain">
          {readOnlyReason}
        </NoticeBox>
      ) : null}
      {counts.total === 0 ? <EmptyClassNotice empty={overview} /> : <Reports overview={overview} />}
      {overview.canSign && counts.total > 0 ? <SignAllButtonForm overview={overview} /> : null}
    </>
  );
}

/** The style by which three links fit next to each other on a phone, on two lines each if necessary. */
const WAY = "md:whitespace-nowrap max-md:px-2 [&>svg]:max-md:hidden";

function Ways({ overview: { reportsUrl, chooserUrl, cardsUrl, counts } }: SignAllPageProps) {
  return (
    <>
      {counts.total > 0 ? (
        <ButtonLink className={WAY} to={reportsUrl}>
          Open reports
        </ButtonLink>
      ) : null}
      {cardsUrl && counts.total > 0 ? (
        <ButtonLink className={WAY} icon="document" preventScrollReset to={cardsUrl}>
          Report Cards
        </ButtonLink>
      ) : null}
      {chooserUrl ? (
        <ButtonLink className={WAY} kind="quiet" to={chooserUrl}>
          All classes
        </ButtonLink>
      ) : null}
    </>
  );
}

function Reports({ overview }: SignAllPageProps) {
  const { counts, filter, filters, reports, url } = overview;
  const shown = filters.filter((item) => item.count > 0 || item.filter === filter);
  return (
    <>
      <p className="mb-2 font-semibold">{formatReportSummary(counts)}</p>
      <SessionsLine overview={overview} />
      <Tabs
        label="Reports to show"
        tabs={shown.map((item) => ({
          to: item.url,
          title: `${REPORT_FILTER_TITLES[item.filter]} (${item.count})`,
          current: item.filter === filter,
        }))}
      />
      <Panel flush>
        {reports.length === 0 ? (
          <EmptyState action={<ButtonLink to={url}>Show all</ButtonLink>}>
            No report of this class matches this filter.
          </EmptyState>
        ) : (
          <ReportList overview={overview} />
        )}
      </Panel>
    </>
  );
}

/**
 * Shows where the numbers of sessions come from, with links that fill in sessions or comments for the whole class.
 */
function SessionsLine({ overview: { sessions, commentsUrl } }: SignAllPageProps) {
  const { words, url } = sessions;
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="text-muted">{words}</p>
      <div className="flex flex-wrap gap-2 print:hidden">
        {url ? (
          <ButtonLink preventScrollReset to={url}>
            Copy sessions from the register
          </ButtonLink>
        ) : null}
        {commentsUrl ? <ButtonLink to={commentsUrl}>Comments by average</ButtonLink> : null}
      </div>
    </div>
  );
}

function ReportList({ overview }: SignAllPageProps) {
  const { key, filter, cardsUrl, reports } = overview;
  const [open, openOver] = [useLinkClick({ isOver: false }), useLinkClick()];
  return (
    <ol className="divide-y divide-line">
      {reports.map((report, index) => (
        <OverviewRow
          key={report.key}
          cardUrl={cardsUrl && classOverviewUrl(key, { filter, cards: true, studentKey: report.key })}
          open={open}
          openOver={openOver}
          place={index + 1}
          report={report}
          url={reportUrl({ ...key, studentKey: report.key })}
        />
      ))}
    </ol>
  );
}

type OverviewRowProps = {
  report: OverviewReport;
  place: number;
  url: string;
  /** The URL of the card; null for a person who may not print. */
  cardUrl: string | null;
  /** `open` replaces this page with the report; `openOver` opens the card over this page. */
  open: LinkClick;
  openOver: LinkClick;
};

/** Shows a report on one line, with the full comments, the average and the state. */
function OverviewRow({ report, place, url, cardUrl, open, openOver }: OverviewRowProps) {
  const { key, name, picture, average, comment, principalComment } = report;
  return (
    <li className="flex items-stretch">
      <span className="hidden w-12 shrink-0 border-r border-r-rule pr-3 pt-3 text-right text-13 text-muted md:block">
        {place}
      </span>
      <div className="grid min-w-0 grow gap-x-6 gap-y-1.5 px-4 py-3 lg:grid-cols-[13rem_minmax(0,1fr)_4rem_15rem]">
        <p className="flex items-start gap-3">
          <StudentPicture name={name} src={picture} studentId={key} />
          <a className="min-w-0 break-words font-semibold" href={url} onClick={open}>
            {name}
          </a>
        </p>
        <div className="min-w-0 max-w-[75ch] break-words">
          <p>{comment ?? <span className="text-muted">No comment yet</span>}</p>
          {principalComment ? (
            <p className="text-13 text-muted">
              <span className="font-semibold">Principal:</span> {principalComment}
            </p>
          ) : null}
        </div>
        <p className="lg:text-right">
          <span className="mr-2 text-13 text-muted lg:sr-only">Average</span>
          <strong>{average ?? "–"}</strong>
        </p>
        <div className="grid content-start gap-1.5">
          <OverviewState report={report} />
          {cardUrl ? (
            <a
              className="inline-flex min-h-6 items-center gap-2 justify-self-start text-13 touch:min-h-11 print:hidden"
              href={cardUrl}
              onClick={openOver}
            >
              <Icon name="document" />
              Report card<span className="sr-only"> of {name}</span>
            </a>
          ) : null}
        </div>
      </div>
    </li>
  );
}

type Look = { icon: IconName; ink: string };

/** The text, icon and colour of each state. Colour must not be the only sign, because some people cannot see it. */
const LOOKS: Readonly<Record<ReportState, Look>> = {
  incomplete: { icon: "pencil", ink: "text-waiting" },
  returned: { icon: "refused", ink: "text-refused" },
  complete: { icon: "tick", ink: "text-ink" },
  changed: { icon: "changed", ink: "text-colleague" },
  signed: { icon: "sign", ink: "text-saved" },
};

/** Shows the report's state and, for an unfinished report, the reason. */
function OverviewState({ report }: { report: OverviewReport }) {
  const { state, missing, returned } = report;
  const { icon, ink } = LOOKS[state];
  return (
    <div className="grid content-start gap-0.5 text-13">
      <p className={joinClassNames("flex items-start gap-2 font-semibold", ink)}>
        <Icon className="mt-px" name={icon} />
        <span>{wordsOf(report)}</span>
      </p>
      {returned ? <p className="break-words">“{returned.reason}”</p> : null}
      {missing.length > 0 ? <p>Missing: {formatMissingParts(missing)}</p> : null}
    </div>
  );
}

function wordsOf({ state, signedOn, returned }: OverviewReport): string {
  if (state === "incomplete") return "Not complete";
  if (state === "returned") return returned ? `Sent back by ${returned.by}, ${returned.at}` : "Sent back";
  if (state === "complete") return "Complete, not signed";
  const signed = signedOn ? `Signed ${signedOn}` : "Signed";
  return state === "changed" ? `${signed}, changed since` : signed;
}
