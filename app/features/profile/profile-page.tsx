import { CellStrip } from "#ui/page/cell-strip.tsx";
import { PageHead } from "#ui/page/page-head.tsx";

import { ChangePassword } from "./change-password.tsx";
import type { ChangePasswordErrors } from "./change-password.tsx";
import { OpenSessions } from "./open-sessions.tsx";
import type { OpenSession } from "./open-sessions.tsx";
import { SignaturePanel } from "./signature-panel.tsx";
import type { OwnSignature } from "./signature.ts";

export type ProfilePageProps = {
  /** First and last name in full. */
  name: string;
  userName: string;
  /** '12 to 128 characters …', shown before typing. */
  passwordRule: string;
  errors?: ChangePasswordErrors | undefined;
  /** The newest first, this device's own among them. */
  sessions: readonly OpenSession[];
  /** Null for who signs no reports. */
  signature: OwnSignature | null;
};

/** A person's own account: name, password, signature, and where they are signed in. Forms: `change-password`, `end-session`. */
export function ProfilePage(props: ProfilePageProps) {
  const { name, userName, passwordRule, errors, sessions, signature } = props;
  return (
    <>
      <PageHead title="Profile" />
      <CellStrip
        cells={[
          { label: "Name", value: name },
          { label: "Username", value: userName },
        ]}
      />
      <div className="mt-4 grid gap-4 lg:grid-cols-2 lg:items-start">
        <ChangePassword errors={errors} passwordRule={passwordRule} userName={userName} />
        <div className="grid gap-4">
          {signature ? <SignaturePanel {...signature} /> : null}
          <OpenSessions sessions={sessions} />
        </div>
      </div>
    </>
  );
}
