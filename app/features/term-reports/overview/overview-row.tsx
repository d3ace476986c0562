import type { LinkClick } from "#ui/page/use-link-click.ts";
import { Icon, type IconName } from "#ui/page/icon.tsx";
import { StudentPicture } from "#ui/page/student-picture.tsx";
import { formatMissing, type ReportState } from "#domain/report-state.ts";
import { classes } from "#ui/classes.ts";
import type { OverviewReport } from "./overview.ts";

type OverviewRowProps = {
  report: OverviewReport;
  place: number;
  url: string;
  /** Null for a person who may not print. */
  cardUrl: string | null;
  /** `open` replaces this page with the report; `openOver` opens the card over it. */
  open: LinkClick;
  openOver: LinkClick;
};

/** Shows one report as a line to look through: the full comments, the average and the state. */
export function OverviewRow({ report, place, url, cardUrl, open, openOver }: OverviewRowProps) {
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

/** Words, icon and colour go together, because colour alone must never tell a report's state. */
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
      <p className={classes("flex items-start gap-2 font-semibold", ink)}>
        <Icon className="mt-px" name={icon} />
        <span>{wordsOf(report)}</span>
      </p>
      {returned ? <p className="break-words">“{returned.reason}”</p> : null}
      {missing.length > 0 ? <p>Missing: {formatMissing(missing)}</p> : null}
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
