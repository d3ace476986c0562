import { PATHS } from "#domain/paths.ts";
import { phraseFor } from "#domain/phrases.ts";
import { CopyButton, PasswordSlip, PrintSlips } from "#ui/list/password-slip.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { tell } from "#ui/overlay/told.ts";

import type { ShownFirstPassword } from "./new-employee.rules.ts";

type FirstPasswordDialogProps = { added: ShownFirstPassword; closeTo: string; againTo: string };

/** Shown once: the answer that made the password is the only place where it stands. */
export function FirstPasswordDialog({ added, closeTo, againTo }: FirstPasswordDialogProps) {
  const tellAdded = () => tell({ text: `${added.name} added`, tone: "done", seconds: 3 });
  const { name, userName, password, voidAfter, seal } = added;
  return (
    <Dialog closeTo={closeTo} title={`${name} added`}>
      <p className="-mt-2">
        {phraseFor("Give {him} this password now.", added)} <strong>It is shown only once.</strong>
      </p>
      <PasswordSlip label="First password" password={password} userName={userName} />
      <div className="text-13 text-muted">
        <p>{phraseFor("{He} chooses {his} own at the first sign-in.", added)}</p>
        <p>Void after {voidAfter}. Reset Password makes another.</p>
      </div>
      <div className="grid grid-cols-2 gap-2 md:flex md:flex-wrap md:justify-end">
        <CopyButton text={password} />
        <PrintSlips action={`${PATHS.employees}/slips`} seal={seal}>
          Print slip
        </PrintSlips>
        <DialogLink className="whitespace-nowrap md:ml-auto" onClick={tellAdded} to={againTo}>
          Add another
        </DialogLink>
        <DialogLink data-first-focus="" kind="primary" onClick={tellAdded} to={closeTo}>
          Done
        </DialogLink>
      </div>
    </Dialog>
  );
}
