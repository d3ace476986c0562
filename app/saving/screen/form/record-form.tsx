import { Form, useActionData, useNavigation } from "@remix-run/react";
import { useMemo, useState, type ComponentPropsWithoutRef, type FormEvent, type ReactNode } from "react";
import { FORM_ID_FIELD, KEEP_OPEN } from "#domain/form-reply.ts";
import { MESSAGES } from "#domain/messages.ts";
import type { RecordFields } from "#fields/record.ts";
import { joinClassNames } from "#ui/classes.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button } from "#ui/form/button.tsx";
import { useFormReply } from "#ui/form/form-result.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { getBaseVersion, type LoadedRow } from "../../protocol/protocol.ts";
import { isRecordFormRefused, RECORD_FORM_ID, RecordFormProvider } from "./form-result.ts";
import { RecordFormSummary } from "./form-summary.tsx";
import { UnansweredNotice } from "#ui/form/error-summary.tsx";

type RecordFormProps = {
  /** The name of the record, such as a tab, which the form submits. */
  record: string;
  fields: RecordFields;
  row: LoadedRow;
  /** The reason why the record cannot be edited; null if it can. */
  closed: string | null;
  timeZone: string;
  /** The title that appears if a save failed; `missing` is the title if a required value is missing. */
  title: string;
  missing?: string;
  /** True if the form is stored as a whole or not at all. */
  isWhole?: boolean;
  /** True if the fields show values that were submitted but not saved. */
  isRejected?: boolean;
  children: ReactNode;
};

/** A form for a record, or for one tab of it, with one version. */
export function RecordForm({ record, closed, title, missing, children, ...form }: RecordFormProps) {
  const { fields, row, timeZone, isWhole = false, isRejected = isRecordFormRefused(row) } = form;
  const isReadOnly = closed !== null;
  const hydrated = useHydrated();
  const { failure } = useFormReply(RECORD_FORM_ID, useActionData());
  const { shownRow, attempt, onSubmit } = useRequiredValues({ fields, row, isWhole });
  const context = useMemo(
    () => ({ id: RECORD_FORM_ID, fields, row: shownRow, isReadOnly, timeZone, isWhole }),
    [fields, shownRow, isReadOnly, timeZone, isWhole],
  );
  return (
    <RecordFormProvider value={context}>
      {isReadOnly ? (
        <NoticeBox className="mb-4" icon="info" title="Read only." tone="plain">
          You cannot change this tab because {closed}.
        </NoticeBox>
      ) : null}
      <Form
        autoComplete="off"
        id={RECORD_FORM_ID}
        method="post"
        noValidate
        onSubmit={onSubmit}
        preventScrollReset
      >
        <AuthorField isRejected={isRejected || failure !== null} />
        <input name={FORM_ID_FIELD} type="hidden" value={RECORD_FORM_ID} />
        <input name="record" type="hidden" value={record} />
        <input name="base" type="hidden" value={getBaseVersion(row)} />
        {hydrated ? <input name={KEEP_OPEN} type="hidden" value="1" /> : null}
        {/* After a request without a response, an earlier refusal is hidden: its values may be corrected by now. */}
        {failure && attempt === 0 ? (
          <UnansweredNotice
            className="mb-4"
            failure={failure}
            rejectedTitle={title}
            unansweredTitle={title}
          />
        ) : (
          <RecordFormSummary key={attempt} missing={missing} title={title} />
        )}
        {children}
      </Form>
    </RecordFormProvider>
  );
}

type Requiring = Required<Pick<RecordFormProps, "fields" | "row" | "isWhole">>;

/**
 * Keeps a whole form from being sent while a required value is missing, so that the message appears without a
 * connection too. `attempt` counts the times since the form was last sent.
 */
function useRequiredValues({ fields, row, isWhole }: Requiring) {
  const [{ missing, attempt }, setChecked] = useState<{ missing: readonly string[]; attempt: number }>(SENT);
  const shownRow = useMemo(() => (missing.length === 0 ? row : withMissing(row, missing)), [row, missing]);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { elements } = event.currentTarget;
    const empty = [...fields.values()].filter(({ name, required, closed }) => {
      const control = elements.namedItem(name);
      const isText = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
      return required && !closed && isText && control.value.trim() === "";
    });
    // A conflict with a colleague's change is decided by the server first.
    if (!isWhole || row.outcome?.state === "changed" || empty.length === 0) return setChecked(SENT);
    event.preventDefault();
    setChecked({ missing: empty.map(({ name }) => name), attempt: attempt + 1 });
  }

  return { shownRow, attempt, onSubmit };
}

const SENT = { missing: [], attempt: 0 };

function withMissing(row: LoadedRow, missing: readonly string[]): LoadedRow {
  const typed = row.outcome?.state === "refused" ? row.outcome.typed : {};
  const refusals = missing.map((field) => ({ field, fields: [field], reason: MESSAGES.required }));
  return { ...row, outcome: { state: "refused", refusals, typed } };
}

type SaveFormButtonProps = Pick<
  ComponentPropsWithoutRef<typeof Button>,
  "icon" | "kind" | "name" | "value"
> & {
  className?: string | undefined;
  children: ReactNode;
};

/** The form's save button. It shows that a save is pending, so that nobody presses it twice. */
export function SaveFormButton({ className, icon, children, ...button }: SaveFormButtonProps) {
  const { state, formData } = useNavigation();
  const isSaving = state !== "idle" && formData?.has("record");
  return (
    <Button
      kind="primary"
      {...button}
      aria-disabled={isSaving}
      className={joinClassNames("max-md:grow", className)}
      form={RECORD_FORM_ID}
      icon={isSaving ? "ring" : icon}
    >
      {children}
    </Button>
  );
}
