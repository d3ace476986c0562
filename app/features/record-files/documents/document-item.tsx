import { Link, useActionData, useFetcher } from "@remix-run/react";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { useFormReply } from "#ui/form/form-result.ts";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import { IN_PLACE } from "#ui/page/downloads.ts";
import { SaveStatus } from "#ui/page/save-status.tsx";
import type { DocumentView } from "./documents.server.ts";
import { UploadSlot } from "./upload-slot.tsx";

/** The parameter in the panel's address that names the document to delete. */
export const ASKED = "delete";

export type DocumentProps = {
  document: DocumentView;
  /** The panel's address. */
  url: string;
  /** The address to which the panel's script sends a file. */
  upload: string;
};

const ACT = "inline-flex min-h-6 items-center text-13 font-semibold touch:min-h-11";

export function Document(props: DocumentProps) {
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
          <a {...IN_PLACE} aria-label={`Download ${description}`} className={ACT} download href={address}>
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
        className={`${ACT} text-red underline`}
        preventScrollReset
        replace
        to={`${url}${url.includes("?") ? "&" : "?"}${ASKED}=${id}`}
      >
        Delete File
      </Link>
      {/* The details open a form that comes after them; inside, the form would take a line of its own. */}
      <details className="peer" open={Boolean(reply?.error)}>
        <summary
          aria-label={`Resubmit File, ${description}`}
          className={`${ACT} cursor-pointer text-red underline`}
        >
          Resubmit File
        </summary>
      </details>
      <div className="hidden w-full peer-open:block">
        <UploadSlot onRemove={null} replaces={id} slot={slot} upload={upload} />
      </div>
    </>
  );
}

/** Asks first, because a deleted file cannot be brought back. */
export function DeleteDialog({ document, url }: Pick<DocumentProps, "document" | "url">) {
  const [form] = useActionForm("delete-document", undefined, useFetcher());
  const { url: address, description, file } = document;
  return (
    <Dialog closeTo={url} title={`Delete ${description}?`}>
      <p className="-mt-2 break-words">The file ({file}) is deleted for good and cannot be restored.</p>
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
