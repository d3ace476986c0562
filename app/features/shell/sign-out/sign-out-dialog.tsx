import { ButtonLink } from "#ui/form/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";

import { SignOutButton, SignOutForm } from "./sign-out-form.tsx";

/** The question at its own address: without script, after a reload, from a link. */
export function SignOutDialog({ account, closeTo }: { account: number; closeTo: string }) {
  return (
    <Dialog
      actions={
        <>
          <ButtonLink preventScrollReset replace to={closeTo}>
            Cancel
          </ButtonLink>
          <SignOutButton />
        </>
      }
      closeTo={closeTo}
      title="Sign Out"
    >
      <SignOutForm account={account} />
    </Dialog>
  );
}
