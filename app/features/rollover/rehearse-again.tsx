import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import type { ButtonKind } from "#ui/form/button.tsx";
import { MESSAGES } from "#domain/messages.ts";
import { rolloverUrl } from "./rollover-params.rules.ts";

/** A button that rehearses the same dates again, before a run or after a run that was undone. */
export function RehearseAgain({ id, kind }: { id: number; kind?: ButtonKind }) {
  const [form] = useActionForm("rehearse-again");
  return (
    <ActionForm
      action={rolloverUrl(id)}
      form={form}
      rejectedTitle={MESSAGES.termNotSet}
      replace
      unansweredTitle={MESSAGES.termNotSet}
    >
      <BusyButton busy="Rehearsing" intent="again" kind={kind}>
        Rehearse again
      </BusyButton>
    </ActionForm>
  );
}
