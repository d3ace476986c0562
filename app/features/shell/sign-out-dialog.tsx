import { Button, ButtonLink } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { MESSAGES } from "#domain/messages.ts";

/** The question is the specification's (T2). Posts to `/app/sign-out`; a plain form, so that nothing stays in memory. */
export function SignOutDialog({ closeTo }: { closeTo: string }) {
  return (
    <Dialog
      actions={
        <>
          <ButtonLink preventScrollReset replace to={closeTo}>
            Cancel
          </ButtonLink>
          <Button data-first-focus form="sign-out" kind="primary">
            Sign Out
          </Button>
        </>
      }
      closeTo={closeTo}
      title="Sign Out"
    >
      <form action="/app/sign-out" id="sign-out" method="post">
        <p>{MESSAGES.signOutQuestion}</p>
      </form>
    </Dialog>
  );
}
