import { ButtonLink } from "#ui/form/button.tsx";
import { Panel } from "#ui/page/panel.tsx";

import type { OwnSignature } from "./signature.ts";

/** What stands under the reports that this person signs. */
export function SignaturePanel({ pictureUrl }: OwnSignature) {
  return (
    <Panel title="Signature">
      <div className="flex flex-col items-start gap-4">
        {pictureUrl ? (
          <SignatureOnLine pictureUrl={pictureUrl} />
        ) : (
          <p>No signature yet: reports you sign carry your printed name.</p>
        )}
        <ButtonLink icon="sign" preventScrollReset to="/app/profile/signature">
          {pictureUrl ? "Change signature" : "Add signature"}
        </ButtonLink>
      </div>
    </Panel>
  );
}

function SignatureOnLine({ pictureUrl }: { pictureUrl: string }) {
  return (
    <p className="w-full max-w-[300px] border-b border-ink pb-1">
      <img alt="Your signature" className="h-20 w-full object-contain object-left" src={pictureUrl} />
    </p>
  );
}
