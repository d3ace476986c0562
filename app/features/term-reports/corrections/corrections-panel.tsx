import { Icon } from "#ui/page/icon.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { useReportContext } from "../report/record/report-context.ts";
import type { CorrectionHistoryEntry } from "../report/report.ts";

export function CorrectionNotices() {
  const { report } = useReportContext();
  const { corrections, signature } = report;
  return corrections?.open.map(({ title, words }) => (
    <NoticeBox icon="pencil" key={`${title} ${words}`} title={title} tone="waiting">
      {words}
      {signature ? " If a report is corrected, the principal has to sign it again." : null}
    </NoticeBox>
  ));
}

/** The history of a report that was corrected after its term. */
export function CorrectionsPanel() {
  const { report } = useReportContext();
  const { corrections } = report;
  if (!corrections) return null;
  const { history } = corrections;
  return (
    <Panel
      aside={`${history.length} ${history.length === 1 ? "entry" : "entries"}`}
      className="mt-4"
      flush
      title="History of this report"
    >
      <ol className="divide-y divide-line">
        {history.map((entry, position) => (
          <HistoryLine entry={entry} key={history.length - position} />
        ))}
      </ol>
    </Panel>
  );
}

function HistoryLine({ entry: { on, by, words, changes } }: { entry: CorrectionHistoryEntry }) {
  return (
    <li className="grid gap-x-4 px-4 py-2.5 md:grid-cols-[152px_176px_1fr] md:px-5">
      <span className="text-13 text-muted max-md:order-2">{on}</span>
      <strong>{by}</strong>
      <div className="min-w-0 break-words max-md:order-3">
        {words}
        {changes.map(({ title, from, to }) => (
          <p key={title}>
            {title}: <StrikethroughText>{from}</StrikethroughText>{" "}
            <ins className="font-semibold no-underline">{to}</ins>
          </p>
        ))}
      </div>
    </li>
  );
}

/** Shows an earlier value struck through. A screen reader says that the value was replaced. */
export function StrikethroughText({ children }: { children: string }) {
  return (
    <del className="mr-1.5 font-normal text-muted">
      <span className="sr-only">before </span>
      {children}
    </del>
  );
}

/** The text on the signature line of a corrected report that needs a new signature. */
export function NotSignedAgainText() {
  return (
    <span className="flex items-center gap-2 font-semibold text-waiting">
      <Icon name="pencil" />
      Waiting to be signed again
    </span>
  );
}
