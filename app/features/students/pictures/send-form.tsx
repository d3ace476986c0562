import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button, ButtonLink, type ButtonKind } from "#ui/form/button.tsx";
import { LabelledFileField } from "#ui/form/file-field.tsx";
import { TextButton } from "#ui/form/text-button.tsx";
import { ProgressBar } from "#ui/loading/progress-bar.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import {
  isUploadUnderWay,
  uploadPictureBatches,
  type PictureUploadBatch,
  type PictureUploadProgress,
} from "./send-batches.ts";
import {
  PICTURE_FILES_FIELD,
  pictureUploadFilesUrl,
  MAX_FORM_FILES,
  MAX_PICTURE_MB,
  pictureUploadUrl,
} from "./uploads.ts";

type SendFormProps = { uploadId: string; kind: ButtonKind };

/** Uploads pictures or a ZIP. With JavaScript, they go in batches that survive a broken connection. */
export function SendPicturesForm({ uploadId, kind }: SendFormProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { sending, start, stop } = useSending(uploadId, () => {
    // Everything has been sent, so the form must not warn about leaving the page.
    form.current?.reset();
    navigate(pictureUploadUrl(uploadId));
  });

  function send(event: FormEvent<HTMLFormElement>) {
    const fields = new FormData(event.currentTarget);
    const files = fields
      .getAll(PICTURE_FILES_FIELD)
      .filter((file) => file instanceof File && file.name !== "");
    if (files.length === 0) return;
    event.preventDefault();
    void start(files as File[], String(fields.get("author")));
  }

  const isSending = sending !== null && isUploadUnderWay(sending);
  return (
    <>
      {sending === null ? null : <Progress onStop={stop} sending={sending} uploadId={uploadId} />}
      <form
        action={pictureUploadFilesUrl(uploadId)}
        className={isSending ? "hidden" : "grid gap-3"}
        encType="multipart/form-data"
        method="post"
        onSubmit={send}
        ref={form}
      >
        <AuthorField />
        <LabelledFileField
          accept="image/jpeg,image/png,image/webp,.zip"
          hint={`JPEG, PNG or WebP up to ${MAX_PICTURE_MB} MB each, or a ZIP file of pictures up to 250 MB. Termbook finds the student by the student ID, birth certificate PIN or name in the file name.`}
          id="pictures"
          label="Pictures or a ZIP"
          multiple
          name={PICTURE_FILES_FIELD}
        />
        <noscript>
          <p className="text-13 text-muted">
            Without JavaScript, you can send up to {MAX_FORM_FILES} files at once, or more in a ZIP file.
          </p>
        </noscript>
        <Button className="justify-self-start" icon="upload" kind={kind}>
          Send files and check the matches
        </Button>
      </form>
    </>
  );
}

/** Sends files in batches until all have arrived, despite broken connections and server restarts. */
function useSending(uploadId: string, onSent: () => void) {
  const [sending, setSending] = useState<PictureUploadProgress | null>(null);
  const run = useRef({ isStopped: false });

  useEffect(() => () => void (run.current.isStopped = true), []);

  async function start(files: File[], author: string) {
    const own = { isStopped: false };
    run.current = own;
    const isStopped = () => own.isStopped;
    const { faults } = await uploadPictureBatches(files, {
      url: pictureUploadFilesUrl(uploadId),
      author,
      isStopped,
      show: setSending,
    });
    if (!own.isStopped && faults.length === 0) onSent();
  }

  const stop = () => void (run.current.isStopped = true);
  return { sending, start, stop };
}

type ProgressProps = { sending: PictureUploadProgress; uploadId: string; onStop: () => void };

/** Shows the progress of the upload. No student's picture changes yet. */
function Progress({ sending, uploadId, onStop }: ProgressProps) {
  const { total, done, refused, batches, trouble, faults } = sending;
  return (
    <div className="mb-4 grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p role="status">
          <strong className="mr-2 text-32">{done.toLocaleString("en")}</strong>
          <span className="text-muted">of {total.toLocaleString("en")} files sent</span>
        </p>
        {isUploadUnderWay(sending) ? (
          <TextButton onClick={onStop}>Stop after this batch</TextButton>
        ) : (
          <ButtonLink to={pictureUploadUrl(uploadId)}>Check the matches</ButtonLink>
        )}
      </div>
      <ProgressBar className="h-2.5" done={done} label="Files sent" total={total} />
      <p className="flex flex-wrap gap-x-4 text-13 text-muted">
        {refused > 0 ? <SaveStatus kind="refused">{refused} refused</SaveStatus> : null}
        <span>
          If the connection drops, Termbook sends the rest automatically. If you close this page, open the
          upload again and choose the same files.
        </span>
      </p>
      {trouble === null ? null : (
        <NoticeBox icon="waiting" tone="waiting">
          {trouble}
        </NoticeBox>
      )}
      {faults.map(({ name, fault }) => (
        <NoticeBox icon="refused" key={name} title={name} tone="refused">
          {fault}
        </NoticeBox>
      ))}
      <ol className="grid grid-cols-2 border-l border-t md:grid-cols-6">
        {batches.map((batch) => (
          <BatchCell batch={batch} key={batch.from} />
        ))}
      </ol>
    </div>
  );
}

const WORDS = { waits: "Waiting", sending: "Sending", sent: "Sent", refused: "Not accepted" } as const;
const KINDS = { waits: "blank", sending: "saving", sent: "saved", refused: "refused" } as const;

function BatchCell({ batch: { from, to, state } }: { batch: PictureUploadBatch }) {
  return (
    <li className={`border-b border-r px-3 py-2 ${state === "sending" ? "border-b-2 border-b-red" : ""}`}>
      <strong className="block text-13">{from === to ? from : `${from} to ${to}`}</strong>
      <SaveStatus kind={KINDS[state]}>{WORDS[state]}</SaveStatus>
    </li>
  );
}
