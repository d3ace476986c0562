import { Form, useNavigation } from "@remix-run/react";

import { Button, ButtonLink } from "#ui/button.tsx";
import { CellStrip } from "#ui/cell-strip.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { NoticeBox } from "#ui/notice-box.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { Panel } from "#ui/panel.tsx";

import type { ClassOverview, ClassSigned } from "./classes.ts";
import { OverviewRow } from "./overview-row.tsx";
import { SignatureLine } from "./signature-line.tsx";

type SignAllPageProps = { overview: ClassOverview; signed: ClassSigned | null };

/** Every report of a class with its state; who signs looks through them and signs the complete ones together. */
export function SignAllPage({ overview, signed }: SignAllPageProps) {
  const { classLabel, teachers, period, readOnlyReason, reports, reportsUrl } = overview;
  return (
    <>
      <PageHead
        about={[teachers, period].filter(Boolean).join(" · ")}
        actions={<Ways overview={overview} />}
        title={`Reports of ${classLabel}`}
      />
      {signed ? <Outcome signed={signed} /> : null}
      {readOnlyReason ? (
        <NoticeBox className="mb-4" icon="info" tone="plain">
          {readOnlyReason}
        </NoticeBox>
      ) : null}
      <Counts overview={overview} />
      <Panel flush>
        {reports.length === 0 ? (
          <EmptyState action={<ButtonLink to={reportsUrl}>Choose another class</ButtonLink>}>
            No student is registered in {classLabel} for {period} yet.
          </EmptyState>
        ) : (
          <ol className="divide-y divide-line">
            {reports.map((report, place) => (
              <OverviewRow key={report.key} place={place + 1} report={report} />
            ))}
          </ol>
        )}
      </Panel>
      {overview.canSign && reports.length > 0 ? <SignForm overview={overview} /> : null}
    </>
  );
}

function Ways({ overview: { reportsUrl, chooserUrl } }: Pick<SignAllPageProps, "overview">) {
  return (
    <>
      <ButtonLink to={reportsUrl}>Open the reports</ButtonLink>
      {chooserUrl ? (
        <ButtonLink kind="quiet" to={chooserUrl}>
          All classes
        </ButtonLink>
      ) : null}
    </>
  );
}

function Counts({ overview: { counts } }: Pick<SignAllPageProps, "overview">) {
  const { total, complete, signed, changed, returned } = counts;
  return (
    <CellStrip
      attached
      cells={[
        { label: "Complete", value: `${complete} of ${total}` },
        { label: "Signed", value: `${signed} of ${total}` },
        { label: "Changed since signed", value: changed },
        { label: "Sent back", value: returned },
      ]}
    />
  );
}

/** '12 signed, 2 changed while you looked'. */
function Outcome({ signed: { signed, changed, left } }: { signed: ClassSigned }) {
  const parts = [
    `${signed} signed`,
    changed > 0 ? `${changed} changed while you looked: look again and sign` : null,
    left > 0 ? `${left} left as they were` : null,
  ];
  const isWhole = changed === 0;
  return (
    <div className="mb-4" role={isWhole ? "status" : "alert"}>
      <NoticeBox icon={isWhole ? "tick" : "changed"} tone={isWhole ? "saved" : "colleague"}>
        {parts.filter(Boolean).join(", ")}.
      </NoticeBox>
    </div>
  );
}

function SignForm({ overview: { reports, signable, signs } }: Pick<SignAllPageProps, "overview">) {
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form
      className="sticky bottom-0 z-10 -mx-4 mt-4 bg-cream md:-mx-6"
      method="post"
      preventScrollReset
      replace
    >
      <div className="double-rule" />
      {reports.map(({ key, seen }) =>
        seen ? <input key={key} name={`seen.${key}`} type="hidden" value={seen} /> : null,
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 px-4 py-3 md:px-6">
        {signable > 0 && signs ? (
          <>
            <div className="w-full max-w-[260px] max-md:hidden">
              <SignatureLine foot={`${signs.by}, ${signs.on}`} pictureUrl={signs.pictureUrl}>
                {signs.by}
              </SignatureLine>
            </div>
            <Button className="max-md:w-full" disabled={isBusy} icon="sign" kind="primary">
              {signable === 1 ? "Sign 1 complete report" : `Sign ${signable} complete reports`}
            </Button>
          </>
        ) : (
          <p className="text-muted">
            No complete report waits to be signed. An incomplete one is signed on its own page.
          </p>
        )}
      </div>
    </Form>
  );
}
