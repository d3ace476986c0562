import { ChangeDialog } from "#ui/overlay/change-dialog.tsx";

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
    <ChangeDialog closeTo={closeTo} title={title}>
      <input name="was" type="hidden" value={phrase.phrase} />
      <PhraseFields
        id="changed-phrase"
        phrase={phrase.phrase}
        refused="The phrase was not changed"
        sent={sent}
      />
    </ChangeDialog>
  );
}
