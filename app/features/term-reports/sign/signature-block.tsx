import type { ReactNode } from "react";
import { formatMissingParts } from "#domain/report-state.ts";
import { joinClassNames } from "#ui/classes.ts";
import { SaveAndLeaveLink } from "#ui/form/leaving-link.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { SIGNATURE_HISTORY_FIELD } from "./signature-words.rules.ts";
import { HistoryLink } from "#saving/screen/field/field-status.tsx";
import { NotSignedAgainText } from "../corrections/corrections-panel.tsx";
import type { ReportSignature } from "../report/report.ts";
import { useReportContext, useMissingParts } from "../report/record/report-context.ts";

/** The signature under the comments. Its actions are in the bar at the bottom. */
export function SignatureBlock() {
  const { report } = useReportContext();
  const { signature, links, corrections } = report;
  const isSignedBefore = corrections?.isCorrected === true && signature?.changed === true;
  return (
    <div className="mt-auto grid gap-y-4 px-4 py-4 md:px-5">
      <SignatureLine
        foot={footOf(signature, isSignedBefore)}
        pictureUrl={isSignedBefore ? null : (signature?.pictureUrl ?? null)}
      >
        {isSignedBefore ? (
          <NotSignedAgainText />
        ) : (
          (signature?.by ?? <span className="text-muted">Not signed yet</span>)
        )}
      </SignatureLine>
      <p className="flex flex-wrap gap-x-4 text-13 touch:my-3 print:hidden">
        {links.takeBack ? (
          <SaveAndLeaveLink
            className="font-semibold touch:-my-3 touch:py-3"
            data-dialog=""
            preventScrollReset
            to={links.takeBack}
          >
            Withdraw signature
          </SaveAndLeaveLink>
        ) : null}
        <HistoryLink field={SIGNATURE_HISTORY_FIELD} of="the signature" />
      </p>
      <Beneath />
    </div>
  );
}

function footOf(signature: ReportSignature | null, isSignedBefore: boolean): string {
  if (!signature) return "Principal’s signature";
  const signed = `${signature.by}. Signed ${signature.on}`;
  return isSignedBefore ? `${signed}, before the correction` : signed;
}

function Beneath() {
  const { report } = useReportContext();
  const { signature, posted, can, rules, corrections } = report;
  const missing = useMissingParts();
  // On a corrected report, the signature line says that the report has changed.
  const isChanged = corrections?.isCorrected !== true && (signature?.changed ?? false);
  const isGraded = signature?.graded ?? false;
  if (missing.length === 0 && !isChanged && !isGraded && !posted) return null;
  // The bar lists the missing parts if there is room. Otherwise it shows only their number, and the list is here.
  const isInBar = can.sign ? "lg:hidden" : rules.editable.length > 0 && "md:hidden";
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-13">
      {isChanged ? <SaveStatus kind="typing">Changed since signed</SaveStatus> : null}
      {isGraded ? <SaveStatus kind="typing">Grades changed since signed</SaveStatus> : null}
      {posted ? <Posted {...posted} /> : null}
      {missing.length > 0 ? (
        <p className={joinClassNames("max-w-[60ch]", isInBar)}>
          <strong>Missing:</strong> {formatMissingParts(missing)}
        </p>
      ) : null}
    </div>
  );
}

function Posted({ on, changedSince }: { on: string; changedSince: boolean }): ReactNode {
  if (!changedSince) return <span className="text-muted">Posted {on}</span>;
  return <SaveStatus kind="typing">Changed since posted on {on}</SaveStatus>;
}

type SignatureLineProps = {
  pictureUrl: string | null;
  /** The text under the line: the name and the date. */
  foot: string;
  /** The content above the line if there is no picture: the name, or a note that nobody has signed. */
  children: ReactNode;
};

/** A signature above a line. Blending hides the white background of the picture. */
export function SignatureLine({ pictureUrl, foot, children }: SignatureLineProps) {
  return (
    <div className="min-w-0 max-w-[370px] max-lg:max-w-none">
      <div className="flex min-h-14 items-end border-b border-ink pb-1">
        {pictureUrl ? (
          <img
            alt="Signature"
            className="h-14 max-w-full object-contain object-left-bottom mix-blend-multiply"
            height={56}
            src={pictureUrl}
          />
        ) : (
          <span className="font-serif text-18 text-pen [&:has(span)]:font-sans [&:has(span)]:text-15">
            {children}
          </span>
        )}
      </div>
      <p className="mt-1 text-13 text-muted">{foot}</p>
    </div>
  );
}
