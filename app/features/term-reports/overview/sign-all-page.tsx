import { useActionData } from "@remix-run/react";
import { reportUrl } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { useFormReply } from "#ui/form/form-result.ts";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { Tabs } from "#ui/page/tabs.tsx";
import { useLinkClick } from "#ui/page/use-link-click.ts";
import { ClassSignedNotice, SIGN_ALL_FORM } from "./class-signed.tsx";
import { NobodyYet } from "../choose/empty-class.tsx";
import { OverviewRow } from "./overview-row.tsx";
import { FILTER_TITLES, overviewUrl, formatReportSummary } from "./overview.rules.ts";
import type { ClassOverview } from "./overview.ts";
import type { ClassSigned } from "../sign/sign-class.server.ts";
import { SignAllForm } from "./sign-all-form.tsx";

type SignAllPageProps = { overview: ClassOverview };

/**
 * Shows every report of a class with its state; the principal looks through them and signs the complete ones together.
 */
export function SignAllPage({ overview }: SignAllPageProps) {
  const answered = useActionData();
  const answer = useFormReply<ClassSigned>(SIGN_ALL_FORM, answered);
  // A page from before an update does not send the name of its form.
  const ofOldPage = useFormReply<ClassSigned>("", answered).reply;
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
      {counts.total === 0 ? <NobodyYet empty={overview} /> : <Reports overview={overview} />}
      {overview.canSign && counts.total > 0 ? <SignAllForm overview={overview} /> : null}
    </>
  );
}

/** Fits three links beside each other on a phone, on two lines each if the words need that. */
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

/** Shows a summary in a sentence, the filters, and the filtered reports. */
function Reports({ overview }: SignAllPageProps) {
  const { counts, sessions, filter, filters, reports, url } = overview;
  const shown = filters.filter((item) => item.count > 0 || item.filter === filter);
  return (
    <>
      <p className="mb-2 font-semibold">{formatReportSummary(counts)}</p>
      <SessionsLine {...sessions} />
      <Tabs
        label="Reports to show"
        tabs={shown.map((item) => ({
          to: item.url,
          title: `${FILTER_TITLES[item.filter]} (${item.count})`,
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

/** Shows the source of the sessions in the class's reports, and the link to take them from the register. */
function SessionsLine({ words, url }: ClassOverview["sessions"]) {
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="text-muted">{words}</p>
      {url ? (
        <ButtonLink className="print:hidden" preventScrollReset to={url}>
          Take from the register
        </ButtonLink>
      ) : null}
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
          cardUrl={cardsUrl && overviewUrl(key, { filter, cards: true, studentKey: report.key })}
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
