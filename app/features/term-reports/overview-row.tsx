import { Link } from "@remix-run/react";

import { SaveStatus } from "#ui/save-status.tsx";
import { StudentPicture } from "#ui/student-picture.tsx";

import type { OverviewReport } from "./classes.ts";
import { missingWords } from "./sign-dialog.tsx";

type OverviewRowProps = { report: OverviewReport; place: number };

/** One report as a line to look through: the comments in full, the average, and where it stands. */
export function OverviewRow({ report, place }: OverviewRowProps) {
  const { key, url, name, picture, average, comment, principalComment } = report;
  return (
    <li className="flex items-stretch">
      <span className="hidden w-12 shrink-0 border-r border-r-rule pr-3 pt-3 text-right text-13 text-muted md:block">
        {place}
      </span>
      <div className="grid min-w-0 grow gap-x-6 gap-y-1 px-4 py-3 lg:grid-cols-[13rem_minmax(0,1fr)_4rem_15rem]">
        <p className="flex items-start gap-3">
          <StudentPicture name={name} src={picture} studentId={key} />
          <Link className="min-w-0 break-words font-semibold" to={url}>
            {name}
          </Link>
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
        <div className="grid content-start gap-0.5">
          <State report={report} />
        </div>
      </div>
    </li>
  );
}

function State({ report: { signature, missing, returned } }: Pick<OverviewRowProps, "report">) {
  return (
    <>
      {signature.state === "signed" && !signature.changedSince ? (
        <SaveStatus kind="saved">Signed {signature.on}</SaveStatus>
      ) : null}
      {signature.state === "signed" && signature.changedSince ? (
        <SaveStatus kind="typing">Changed since signed on {signature.on}</SaveStatus>
      ) : null}
      {returned ? <SaveStatus kind="refused">Sent back: {returned.reason}</SaveStatus> : null}
      {signature.state === "unsigned" && !returned && missing.length === 0 ? (
        <SaveStatus kind="blank">Complete, not signed</SaveStatus>
      ) : null}
      {missing.length > 0 ? <span className="text-13">Missing: {missingWords(missing)}</span> : null}
    </>
  );
}
