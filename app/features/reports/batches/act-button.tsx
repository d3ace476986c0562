import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton, type BusyButtonProps } from "#ui/form/busy-button.tsx";
import { HiddenField } from "#ui/form/fields/fields.tsx";
import type { BatchInput } from "./batches.server.ts";

type ActButtonProps = Omit<BusyButtonProps, "of" | "form"> & {
  batchId: number;
  intent: BatchInput["intent"];
};

export function ActButton({ batchId, kind = "secondary", intent, ...button }: ActButtonProps) {
  const [form, fields] = useActionForm<BatchInput>(`${intent}-batch-${batchId}`, { batch: batchId });
  return (
    <ActionForm form={form} preventScrollReset rejectedTitle="Nothing was changed">
      <HiddenField field={fields.batch} />
      <BusyButton intent={intent} kind={kind} {...button} />
    </ActionForm>
  );
}
