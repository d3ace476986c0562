import { Form } from "@remix-run/react";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton, type BusyButtonProps } from "#ui/form/busy-button.tsx";

type ActButtonProps = Omit<BusyButtonProps, "of" | "form"> & {
  batchId: number;
  intent: "cancel" | "refresh" | "retry";
};

/** One act on one batch. */
export function ActButton({ batchId, kind = "secondary", ...button }: ActButtonProps) {
  const of = { name: "batch", value: String(batchId) };
  return (
    <Form method="post" preventScrollReset>
      <AuthorField />
      <input {...of} type="hidden" />
      <BusyButton kind={kind} of={of} {...button} />
    </Form>
  );
}
