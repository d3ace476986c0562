import { Form } from "@remix-run/react";
import { useState } from "react";

import { missingWords } from "#domain/report-state.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { FieldFrame, errorLinks } from "#ui/form/field.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";

import type { SendBackView } from "../report/dialogs.ts";

type SendBackDialogProps = {
  view: SendBackView;
  refusal: string | null;
  /** The refusal is about what was typed, and not about the report. */
  isOfReason: boolean;
  typed: string | null;
};

/** To the form teacher, with a reason that is shown over the report until it is resubmitted. */
export function SendBackDialog({ view, refusal, isOfReason, typed }: SendBackDialogProps) {
  const { closeTo, student, teachers, missing, isSigned } = view;
  return (
    <Dialog closeTo={closeTo} title="Send back">
      {refusal && !isOfReason ? (
        <NoticeBox icon="refused" tone="refused">
          {refusal}
        </NoticeBox>
      ) : null}
      <p>
        The report of <strong>{student.name}</strong> goes back to {teachers || "its form teacher"}, who will
        read your reason over it.{isSigned ? " The signature that is on it is taken back." : ""}
      </p>
      {missing.length > 0 ? (
        <p>
          <strong>Missing:</strong> {missingWords(missing)}
        </p>
      ) : null}
      <Form className="flex flex-col gap-4" method="post" noValidate preventScrollReset replace>
        <AuthorField />
        <input name="seen" type="hidden" value={view.reviewedFingerprint} />
        <Reason refusal={isOfReason ? refusal : null} typed={typed} view={view} />
        <div className="grid grid-cols-2 gap-2 md:flex md:justify-end">
          <ButtonLink preventScrollReset replace to={closeTo}>
            Cancel
          </ButtonLink>
          <Button kind="primary">Send back</Button>
        </div>
      </Form>
    </Dialog>
  );
}

function Reason({ view: { limit, reason }, refusal, typed }: Omit<SendBackDialogProps, "isOfReason">) {
  const [length, setLength] = useState((typed ?? reason).length);
  const error = refusal ?? undefined;
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
        defaultValue={typed ?? reason}
        id="reason"
        maxLength={limit}
        name="reason"
        onChange={(event) => setLength(event.currentTarget.value.length)}
        rows={4}
      />
    </FieldFrame>
  );
}
