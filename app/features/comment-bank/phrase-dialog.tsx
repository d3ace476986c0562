import { Form } from "@remix-run/react";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";

import type { BankPhrase, BankTab, PhraseSent } from "./bank.rules.ts";
import { PhraseFields } from "./phrase-fields.tsx";

type PhraseDialogProps = {
  phrase: BankPhrase & { owner: BankTab };
  sent: PhraseSent | null;
  closeTo: string;
};

/** Change or delete a phrase. */
export function PhraseDialog({ phrase, sent, closeTo }: PhraseDialogProps) {
  const title = phrase.owner === "own" ? "Change your phrase" : "Change the school’s phrase";
  return (
    <Dialog closeTo={closeTo} title={title}>
      <Form className="flex flex-col gap-4" method="post" noValidate preventScrollReset>
        <AuthorField />
        <input name="was" type="hidden" value={phrase.phrase} />
        <PhraseFields
          id="changed-phrase"
          phrase={phrase.phrase}
          refused="The phrase was not changed"
          sent={sent}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button className="mr-auto" kind="danger" name="intent" value="delete">
            Delete
          </Button>
          <ButtonLink preventScrollReset replace to={closeTo}>
            Cancel
          </ButtonLink>
          <Button kind="primary" name="intent" value="change">
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
