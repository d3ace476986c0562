import { useRevalidator } from "@remix-run/react";
import { useRef, useState, type FormEvent } from "react";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button } from "#ui/form/button.tsx";
import { Field } from "#ui/form/field.tsx";
import { FileField } from "#ui/form/file-field.tsx";
import { TextButton } from "#ui/form/text-button.tsx";
import { tell } from "#ui/overlay/told.ts";
import { ProgressBar } from "#ui/loading/progress-bar.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";

import { DOCUMENT_TYPES, sizeWords, type DocumentRefused } from "./documents.ts";
import { sendFile, type Sending } from "./send-file.ts";

type Fault = Pick<DocumentRefused, "field" | "fault">;

type UploadSlotProps = {
  /** Where the form goes, and with script the file. */
  url: string;
  upload: string;
  /** Tells its fields from those of the other slots. */
  slot: string;
  /** The document that is sent again; its type stays. */
  replaces?: number;
  /** The only type that it is for. */
  type?: string;
  /** Its file is what the dialog was opened for. */
  isFirst?: boolean;
  refused: DocumentRefused | null;
  /** Null for the last one, which stays. */
  onRemove: (() => void) | null;
};

/** One uploader: with script it shows how far it is, without it is a form like any other. */
export function UploadSlot({ url, upload, slot, replaces, type, refused, ...rest }: UploadSlotProps) {
  const { onRemove, isFirst = false } = rest;
  const form = useRef<HTMLFormElement>(null);
  const { revalidate } = useRevalidator();
  const [fault, setFault] = useState<Fault | null>(refused);
  const [sending, setSending] = useState<Sending | null>(null);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setFault(null);
    const answer = await sendFile(upload, new FormData(event.currentTarget), setSending);
    setSending(null);
    if (answer.ok) {
      tell({ text: answer.message, tone: "done", seconds: 3 });
      form.current?.reset();
      revalidate();
    } else if (answer.fault) setFault(answer);
  }

  const faultOf = (field: Fault["field"]) => (fault?.field === field ? fault.fault : undefined);
  return (
    <form
      action={url}
      className="mt-3 grid gap-2"
      encType="multipart/form-data"
      method="post"
      noValidate
      onSubmit={send}
      ref={form}
    >
      <AuthorField />
      {replaces === undefined ? null : <input name="replaces" type="hidden" value={replaces} />}
      {type === undefined ? null : <input name="description" type="hidden" value={type} />}
      {replaces === undefined && type === undefined ? (
        <DocumentType error={faultOf("description")} slot={slot} typed={refused?.description ?? ""} />
      ) : null}
      <FileField
        accept=".pdf,.jpg,.jpeg,.png,.doc,.docx"
        data-first-focus={isFirst ? "" : undefined}
        error={faultOf("file")}
        hint="PDF, JPEG, PNG or Word, up to 10 MB."
        id={`${slot}-file`}
        label={type ?? "Select file"}
        name="file"
      />
      {sending ? (
        <Progress sending={sending} />
      ) : (
        <div className="flex items-center gap-4">
          <Button>Upload File</Button>
          {onRemove ? <TextButton onClick={onRemove}>Remove</TextButton> : null}
        </div>
      )}
    </form>
  );
}

type DocumentTypeProps = { slot: string; error: string | undefined; typed: string };

function DocumentType({ slot, error, typed }: DocumentTypeProps) {
  const id = `${slot}-description`;
  return (
    <>
      <Field
        defaultValue={typed}
        error={error}
        id={id}
        label="Document Type"
        list={`${id}-types`}
        name="description"
        placeholder="Choose or type"
      />
      <datalist id={`${id}-types`}>
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
          Sending, {sizeWords(sent)} of {sizeWords(total)}
        </SaveStatus>
        <TextButton onClick={stop}>Stop</TextButton>
      </div>
    </div>
  );
}
