import { Form, useRevalidator } from "@remix-run/react";
import { useState, type FormEvent } from "react";
import { FORM_ID, type FormReply } from "#domain/form-reply.ts";
import { MESSAGES } from "#domain/messages.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Button } from "#ui/form/button.tsx";
import { FileField, HiddenField, TextField, type FormField } from "#ui/form/fields/fields.tsx";
import { TextButton } from "#ui/form/text-button.tsx";
import { showMessage } from "#ui/overlay/messages.ts";
import { ProgressBar } from "#ui/loading/progress-bar.tsx";
import { sessionEnded } from "#ui/form/form-result.ts";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { DOCUMENT_TYPES, formatFileSize } from "./documents.ts";
import type { DocumentInput } from "./documents.server.ts";

type UploadSlotProps = {
  /** The address to which the script sends the file. */
  upload: string;
  /** The name that distinguishes the fields from those of the other slots. */
  slot: string;
  /** The document that is sent again; its type stays. */
  replaces?: number;
  type?: string;
  /** Whether the dialog was opened for this file. */
  isFirst?: boolean;
  /** Removes the slot; null if the slot is the last one, which stays. */
  onRemove: (() => void) | null;
};

/** An uploader, which shows its progress with script and is an ordinary form without. */
export function UploadSlot({ upload, slot, replaces, type, isFirst = false, onRemove }: UploadSlotProps) {
  const { fetcher, sending, send } = useUpload(upload);
  const defaults = { replaces: replaces ?? null, description: type ?? null };
  const [form, fields] = useActionForm<DocumentInput>(slot, defaults, fetcher);
  return (
    <ActionForm
      className="mt-3"
      encType="multipart/form-data"
      form={form}
      onSubmit={send}
      rejectedTitle="The file was not uploaded"
    >
      {replaces === undefined ? null : <HiddenField field={fields.replaces} />}
      {type === undefined ? null : <HiddenField field={fields.description} />}
      {replaces === undefined && type === undefined ? <DocumentType field={fields.description} /> : null}
      <FileField
        accept=".pdf,.jpg,.jpeg,.png,.doc,.docx"
        data-first-focus={isFirst ? "" : undefined}
        field={fields.file}
        hint="PDF, JPEG, PNG or Word, up to 10 MB."
        label={type ?? "Select file"}
      />
      {sending ? (
        <Progress sending={sending} />
      ) : (
        <div className="flex items-center gap-4">
          <Button>Upload File</Button>
          {onRemove ? <TextButton onClick={onRemove}>Remove</TextButton> : null}
        </div>
      )}
    </ActionForm>
  );
}

/** Sends the form like a Remix fetcher, but through XMLHttpRequest, because fetch does not report upload progress. */
function useUpload(url: string) {
  const { revalidate } = useRevalidator();
  const [data, setData] = useState<UploadReply>();
  const [sending, setSending] = useState<Sending | null>(null);
  const [formData, setFormData] = useState<FormData>();

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    setFormData(sent);
    const reply = await sendFile(url, sent, setSending);
    setSending(null);
    setFormData(undefined);
    setData(reply);
    if (!reply.result) return;
    showMessage({ text: reply.result.message, tone: "done", seconds: 3 });
    revalidate();
  }

  const state = formData ? ("submitting" as const) : ("idle" as const);
  return { fetcher: { Form, state, formData, data }, sending, send };
}

const SIGNED_OUT = 401;

/** The progress of a file in bytes, and the function that stops the upload. */
type Sending = { sent: number; total: number; stop: () => void };

type UploadReply = FormReply<{ message: string }>;

/** Sends a form with a file. The reply to a stopped upload is empty. */
function sendFile(url: string, form: FormData, onProgress: (sending: Sending) => void): Promise<UploadReply> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const formId = String(form.get(FORM_ID));
    const refused = (fault: string) => resolve({ formId, status: "error", error: { file: [fault] } });
    request.open("POST", url);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total, stop });
    request.onabort = () => resolve({ formId });
    request.onerror = () => refused(MESSAGES.notUploaded);
    request.onload = () => {
      const answer = request.response as UploadReply | { reason?: string } | null;
      if (request.status === SIGNED_OUT) sessionEnded.notify();
      if (answer && FORM_ID in answer) resolve(answer);
      else refused(answer?.reason ?? MESSAGES.notUploaded);
    };
    onProgress({ sent: 0, total: 0, stop });
    request.send(form);
  });
}

function DocumentType({ field }: { field: FormField }) {
  const types = `${field.id}-types`;
  return (
    <>
      <TextField field={field} label="Document Type" list={types} placeholder="Choose or type" />
      <datalist id={types}>
        {DOCUMENT_TYPES.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
    </>
  );
}

function Progress({ sending: { sent, total, stop } }: { sending: Sending }) {
  const percent = total === 0 ? 0 : Math.floor((100 * sent) / total);
  return (
    <div>
      <div className="flex items-center gap-3">
        <ProgressBar className="h-1.5 min-w-0 flex-1" done={percent} label="Sending" total={100} />
        <strong className="text-13 tabular-nums">{percent}%</strong>
      </div>
      <div className="flex items-center justify-between gap-3 pt-1">
        <SaveStatus kind="saving">
          Sending, {formatFileSize(sent)} of {formatFileSize(total)}
        </SaveStatus>
        <TextButton onClick={stop}>Stop</TextButton>
      </div>
    </div>
  );
}
