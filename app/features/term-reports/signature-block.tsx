import type { ReactNode } from "react";

import { ButtonLink } from "#ui/button.tsx";
import { SaveStatus } from "#ui/save-status.tsx";

import { useDesk } from "./record-desk.ts";
import type { Signature } from "./report.ts";
import { SignatureLine } from "./signature-line.tsx";
import { useMissing } from "./use-missing.ts";

/** Signed or not, and what is missing before it should be: said beside the button, which works all the same. */
export function SignatureBlock() {
  const { report } = useDesk();
  const { signature, links, can } = report;
  return (
    <div className="mt-auto grid items-end gap-x-6 gap-y-4 px-4 py-4 md:px-5 lg:grid-cols-[minmax(0,1fr)_auto]">
      <SignatureLine foot={footOf(signature)} pictureUrl={pictureOf(signature)}>
        {signature.state === "signed" ? signature.by : <span className="text-muted">Not signed yet</span>}
      </SignatureLine>
      {can.sign && links.sign ? (
        <ButtonLink data-dialog="" icon="sign" kind={kindOf(signature)} preventScrollReset to={links.sign}>
          {signature.state === "signed" ? "Sign Again" : "Sign Report"}
        </ButtonLink>
      ) : null}
      <BesideButton />
    </div>
  );
}

/** The screen's primary act, unless it is done and nothing has changed since. */
function kindOf(signature: Signature) {
  return signature.state === "unsigned" || signature.changedSince ? "primary" : "secondary";
}

function BesideButton() {
  const { report } = useDesk();
  const { signature, posted, links, can } = report;
  const missing = useMissing();
  const isChanged = signature.state === "signed" && signature.changedSince;
  const canSendBack = can.sendBack && links.sendBack !== null;
  if (missing.length === 0 && !isChanged && !posted && !canSendBack) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-13 lg:col-span-2">
      {isChanged ? <SaveStatus kind="typing">Changed since signed</SaveStatus> : null}
      {posted ? <Posted {...posted} /> : null}
      {missing.length > 0 ? (
        <p className="max-w-[60ch]">
          <strong>Missing:</strong> {missing.map(({ words }) => words).join("; ")}
        </p>
      ) : null}
      {canSendBack && links.sendBack ? (
        <ButtonLink
          className="ml-auto !min-h-9 !px-0"
          data-dialog=""
          kind="quiet"
          preventScrollReset
          to={links.sendBack}
        >
          Send back
        </ButtonLink>
      ) : null}
    </div>
  );
}

function Posted({ on, changedSince }: { on: string; changedSince: boolean }): ReactNode {
  if (!changedSince) return <span className="text-muted">Posted {on}</span>;
  return <SaveStatus kind="typing">Changed since posted on {on}</SaveStatus>;
}

function footOf(signature: Signature): string {
  return signature.state === "signed" ? `${signature.by}. Signed ${signature.on}` : "Principal’s signature";
}

function pictureOf(signature: Signature): string | null {
  return signature.state === "signed" ? signature.pictureUrl : null;
}
