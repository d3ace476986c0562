import { NotAnswered } from "#ui/form/not-answered.tsx";
import { ChangeDialog } from "#ui/overlay/change-dialog.tsx";

import type { Failed } from "#ui/page/act-in-place.ts";

import type { BankPhrase, BankTab, PhraseSent } from "./bank.rules.ts";
import { PhraseFields } from "./phrase-fields.tsx";

type PhraseDialogProps = {
  phrase: BankPhrase & { owner: BankTab };
  sent: PhraseSent | null;
  failed: Failed | null;
  closeTo: string;
};

/** Change or delete a phrase. */
export function PhraseDialog({ phrase, sent, failed, closeTo }: PhraseDialogProps) {
  const title = phrase.owner === "own" ? "Change your phrase" : "Change the school’s phrase";
  return (
    <ChangeDialog
      closeTo={closeTo}
      notice={<NotAnswered failed={failed} title="The phrase was not changed" />}
      title={title}
    >
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
