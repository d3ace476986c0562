import { Button } from "#ui/form/button.tsx";

import { Modal } from "../frame/modal.tsx";
import { SignOutButton, SignOutForm } from "./sign-out-form.tsx";

/** The question over the page it was asked from. */
export function SignOutOver({ account, onCancel }: { account: number; onCancel: () => void }) {
  return (
    <Modal
      actions={
        <>
          <Button onClick={onCancel} type="button">
            Cancel
          </Button>
          <SignOutButton />
        </>
      }
      onAside={onCancel}
      title="Sign Out"
    >
      <SignOutForm account={account} />
    </Modal>
  );
}
