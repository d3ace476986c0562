import { Form } from "@remix-run/react";
import { useState, type ReactNode } from "react";

import { AuthorField } from "#ui/form/author-field.tsx";
import { Button } from "#ui/form/button.tsx";
import { FieldFrame, errorLinks } from "#ui/form/field.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { useAnswer, type Failed } from "#ui/page/act-in-place.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";

/** What was answered to the reason that was sent, and that reason as it was typed. */
type ReasonAnswer = {
  refusal: string;
  /** The refusal is about what was typed, and not about the report. */
  isOfReason: boolean;
  typed: string;
};

export type ReasonSent = ReasonAnswer | Failed | undefined;

type ReasonDialogProps = {
  title: string;
  /** What the button does. */
  act: string;
  closeTo: string;
  limit: number;
  /** Stands in the field until something else was typed and answered. */
  reason?: string;
  sent: ReasonSent;
  /** What will happen, above the reason. */
  children: ReactNode;
  /** Sent along with the reason. */
  hidden?: ReactNode;
};

/** Asks why something is done to a report, for whoever reads it later. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, act, closeTo, limit, reason = "", sent, children, hidden } = props;
  const { answer, failed } = useAnswer(sent);
  const isOfReason = answer?.isOfReason ?? false;
  return (
    <Dialog closeTo={closeTo} title={title}>
      <NotAnswered failed={failed} title="Not done" />
      {answer && !isOfReason ? (
        <NoticeBox icon="refused" tone="refused">
          {answer.refusal}
        </NoticeBox>
      ) : null}
      {children}
      <Form className="flex flex-col gap-4" method="post" noValidate preventScrollReset replace>
        <AuthorField />
        {hidden}
        <ReasonField
          error={isOfReason ? answer?.refusal : undefined}
          limit={limit}
          typed={answer?.typed ?? reason}
        />
        <div className="grid grid-cols-2 gap-2 md:flex md:justify-end">
          <DialogLink to={closeTo}>Cancel</DialogLink>
          <Button kind="primary">{act}</Button>
        </div>
      </Form>
    </Dialog>
  );
}

type ReasonFieldProps = { typed: string; limit: number; error: string | undefined };

function ReasonField({ typed, limit, error }: ReasonFieldProps) {
  const [length, setLength] = useState(typed.length);
  return (
    <FieldFrame
      aside={`Up to ${limit} characters · ${length} of ${limit}`}
      error={error}
      id="reason"
      label="Reason"
    >
      <textarea
        {...errorLinks("reason", { error })}
        className="field-box min-h-[100px] resize-none py-2 [field-sizing:content]"
        data-first-focus=""
        defaultValue={typed}
        id="reason"
        name="reason"
        onChange={(event) => setLength(event.currentTarget.value.length)}
        rows={4}
      />
    </FieldFrame>
  );
}
