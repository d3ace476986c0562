import { formatFileSize } from "#domain/text/noun.ts";
import {
  useLoaderData,
  useLocation,
  Form,
  useRevalidator,
  Link,
  useActionData,
  useFetcher,
} from "@remix-run/react";
import { useState, type FormEvent } from "react";
import { FORM_ID_FIELD, type FormReply } from "#domain/form-reply.ts";
import { MESSAGES } from "#domain/messages.ts";
import { recordUrlWithoutPanel } from "#domain/people/record-params.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button } from "#ui/form/button.tsx";
import { FileField, HiddenField, TextField, type ActionFormField } from "#ui/form/fields/fields.tsx";
import { useFormReply, sessionEndedEmitter } from "#ui/form/form-result.ts";
import { TextButton } from "#ui/form/text-button.tsx";
import { ProgressBar } from "#ui/loading/progress-bar.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import { Dialog, InformationDialog } from "#ui/overlay/dialog.tsx";
import { showMessage } from "#ui/overlay/messages.ts";
import { DOWNLOAD_ATTRIBUTE } from "#ui/page/downloads.ts";
import { Icon } from "#ui/page/icon.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { type DocumentLinkState, DOCUMENT_TYPES, documentViewerUrl } from "./documents.ts";
import type { DocumentsView, DocumentInput, DocumentView } from "./documents.server.ts";

/** Shows the documents beside the record. Its route uses `loadDocuments` as loader and `submitDocument` as action. */
export function DocumentsPanel() {
  const view = useLoaderData<DocumentsView>();
  return (
    <section aria-labelledby="documents-title">
      <div className="flex items-baseline justify-between gap-3 border-b border-line-2 pb-2">
        <h3 className="font-serif text-18 font-bold" id="documents-title">
          {DOCUMENTS_TITLE}
        </h3>
        <span className="text-13 text-muted">{view.documents.length}</span>
      </div>
      <Documents {...view} />
    </section>
  );
}

export function DocumentsDialog() {
  const view = useLoaderData<DocumentsView>();
  return (
    <InformationDialog closeTo={recordUrlWithoutPanel(useLocation())} title={DOCUMENTS_TITLE}>
      <div className="-mt-2">
        <Documents {...view} />
      </div>
    </InformationDialog>
  );
}

const DOCUMENTS_TITLE = "Documents Uploaded";

/** Lists the documents, then an upload form for each missing type or for documents of any type. */
function Documents({ documents, types, adds, upload }: DocumentsView) {
  const { url, deletedId, wanted } = useQuestion();
  const toDelete = documents.find(({ id, isMine }) => isMine && String(id) === deletedId);
  const isThere = (type: string) => documents.some(({ description }) => description === type);
  return (
    <>
      {documents.length === 0 && types === null ? <p className="py-3 text-muted">{MESSAGES.noData}</p> : null}
      <ul>
        {documents.map((document) => (
          <Document document={document} key={document.id} upload={upload} url={url} />
        ))}
      </ul>
      {types === null ? <UploadSlots upload={upload} /> : null}
      {types
        ?.filter((type) => adds && !isThere(type))
        .map((type) => (
          <UploadSlot
            isFirst={type === wanted}
            key={type}
            onRemove={null}
            slot={`slot-${type.replaceAll(" ", "-")}`}
            type={type}
            upload={upload}
          />
        ))}
      {toDelete ? <DeleteDialog document={toDelete} url={url} /> : null}
    </>
  );
}

/** Shows as many upload forms as the person adds, for documents of any type. The last one cannot be removed. */
function UploadSlots({ upload }: Pick<DocumentProps, "upload">) {
  const hydrated = useHydrated();
  const [slots, setSlots] = useState([0]);
  const [next, setNext] = useState(1);

  function addSlot() {
    setSlots([...slots, next]);
    setNext(next + 1);
  }

  return (
    <>
      {slots.map((slot) => (
        <UploadSlot
          key={slot}
          onRemove={slots.length > 1 ? () => setSlots(slots.filter((item) => item !== slot)) : null}
          slot={`slot-${slot}`}
          upload={upload}
        />
      ))}
      {hydrated ? (
        <TextButton className="mt-3 inline-flex min-h-9 items-center gap-2 touch:min-h-11" onClick={addSlot}>
          <Icon name="plus" />
          Add More Files
        </TextButton>
      ) : null}
    </>
  );
}

/** Reads from the URL which document to confirm deleting, and which type of document to upload. */
function useQuestion(): { url: string; deletedId: string | null; wanted: string | undefined } {
  const { pathname, search, state } = useLocation();
  const query = new URLSearchParams(search);
  const deletedId = query.get(ASKED);
  query.delete(ASKED);
  return {
    url: query.size === 0 ? pathname : `${pathname}?${query}`,
    deletedId,
    wanted: (state as DocumentLinkState | null)?.type,
  };
}

/** The URL parameter that names the document to delete. The panel then asks for confirmation. */
const ASKED = "delete";

type DocumentProps = {
  document: DocumentView;
  url: string;
  /** The URL to which the panel uploads a file with JavaScript. */
  upload: string;
};

const ACT = "inline-flex min-h-6 items-center text-13 font-semibold touch:min-h-11";

function Document(props: DocumentProps) {
  const { description, file, uploaded, url: address, isMine } = props.document;
  return (
    <li className="border-b border-line py-3">
      <p className="flex gap-2 font-semibold">
        <Icon className="mt-[3px] text-red" name="document" />
        {description}
      </p>
      <div className="pl-[26px]">
        <p className="break-words text-13 text-muted">{file}</p>
        <SaveStatus kind="saved">Uploaded {uploaded}</SaveStatus>
        <div className="flex flex-wrap gap-x-4">
          <Link
            aria-label={`View ${description}`}
            className={ACT}
            preventScrollReset
            replace
            to={documentViewerUrl(useLocation(), props.document)}
          >
            View
          </Link>
          <a
            {...DOWNLOAD_ATTRIBUTE}
            aria-label={`Download ${description}`}
            className={ACT}
            download
            href={address}
          >
            Download
          </a>
          {isMine ? <OwnActs {...props} /> : null}
        </div>
      </div>
    </li>
  );
}

function OwnActs({ document: { id, description }, url, upload }: DocumentProps) {
  const slot = `document-${id}`;
  const { reply } = useFormReply(slot, useActionData());
  return (
    <>
      <Link
        aria-label={`Delete File, ${description}`}
        className={ACT}
        preventScrollReset
        replace
        to={`${url}${url.includes("?") ? "&" : "?"}${ASKED}=${id}`}
      >
        Delete File
      </Link>
      {/* The form comes after the `details` element that opens it, because a form inside would start on a new line. */}
      <details className="peer" open={Boolean(reply?.error)}>
        <summary aria-label={`Resubmit File, ${description}`} className={`${ACT} as-link cursor-pointer`}>
          Resubmit File
        </summary>
      </details>
      <div className="hidden w-full peer-open:block">
        <UploadSlot onRemove={null} replaces={id} slot={slot} upload={upload} />
      </div>
    </>
  );
}

/** Asks for confirmation, because a deleted file cannot be restored. */
function DeleteDialog({ document, url }: Pick<DocumentProps, "document" | "url">) {
  const [form] = useActionForm("delete-document", undefined, useFetcher());
  const { url: address, description, file } = document;
  return (
    <Dialog closeTo={url} title={`Delete ${description}?`}>
      <p className="-mt-2 break-words">The file ({file}) will be deleted for good and cannot be restored.</p>
      <ActionForm action={address} form={form} rejectedTitle="The document was not deleted">
        <input name="go" type="hidden" value={url} />
        <DialogButtons closeTo={url} startsOnCancel>
          <BusyButton busy="Deleting" kind="danger">
            Delete
          </BusyButton>
        </DialogButtons>
      </ActionForm>
    </Dialog>
  );
}

type UploadSlotProps = {
  /** The URL to which a file is uploaded with JavaScript. */
  upload: string;
  /** Distinguishes the ids of these fields from those of other upload forms. */
  slot: string;
  /** The document that is replaced. Its type stays the same. */
  replaces?: number;
  type?: string;
  /** Whether the dialog was opened in order to upload this file. */
  isFirst?: boolean;
  /** Removes the upload form; null for the last one, which cannot be removed. */
  onRemove: (() => void) | null;
};

/** An upload form, which shows progress with JavaScript and also works without it. */
function UploadSlot({ upload, slot, replaces, type, isFirst = false, onRemove }: UploadSlotProps) {
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

/** Submits the form as a Remix fetcher would. It uses XMLHttpRequest, because fetch does not report upload progress. */
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

/** The progress of an upload in bytes, and a function that cancels it. */
type Sending = { sent: number; total: number; stop: () => void };

type UploadReply = FormReply<{ message: string }>;

/** Submits a form with a file. If the upload is cancelled, the reply is empty. */
function sendFile(url: string, form: FormData, onProgress: (sending: Sending) => void): Promise<UploadReply> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const formId = String(form.get(FORM_ID_FIELD));
    const refused = (fault: string) => resolve({ formId, status: "error", error: { file: [fault] } });
    request.open("POST", url);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total, stop });
    request.onabort = () => resolve({ formId });
    request.onerror = () => refused(MESSAGES.notUploaded);
    request.onload = () => {
      const answer = request.response as UploadReply | { reason?: string } | null;
      if (request.status === SIGNED_OUT) sessionEndedEmitter.notify();
      if (answer && FORM_ID_FIELD in answer) resolve(answer);
      else refused(answer?.reason ?? MESSAGES.notUploaded);
    };
    onProgress({ sent: 0, total: 0, stop });
    request.send(form);
  });
}

function DocumentType({ field }: { field: ActionFormField }) {
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
