import { useLoaderData, useLocation } from "@remix-run/react";
import { useState } from "react";
import { MESSAGES } from "#domain/messages.ts";
import { recordUrl } from "#domain/people/record-params.ts";
import { TextButton } from "#ui/form/text-button.tsx";
import { ReadingDialog } from "#ui/overlay/reading-dialog.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { ASKED, DeleteDialog, Document, type DocumentProps } from "./document-item.tsx";
import type { WantedDocument } from "./documents.ts";
import type { DocumentsView } from "./documents.server.ts";
import { UploadSlot } from "./upload-slot.tsx";

/** Shows the documents beside the record. Its route loads with `loadDocuments` and answers with `answerDocument`. */
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

/** Shows the documents in a dialog over the record. */
export function DocumentsDialog() {
  const view = useLoaderData<DocumentsView>();
  return (
    <ReadingDialog closeTo={recordUrl(useLocation())} title={DOCUMENTS_TITLE}>
      <div className="-mt-2">
        <Documents {...view} />
      </div>
    </ReadingDialog>
  );
}

const DOCUMENTS_TITLE = "Documents Uploaded";

/** Lists the documents, then an uploader for each missing type, or for documents of any type. */
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

/** Adds as many uploaders as the person wants, for documents of any type; the only one left cannot be removed. */
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

/** Returns the panel's address without the question, the document to delete, and the type of document to upload. */
function useQuestion(): { url: string; deletedId: string | null; wanted: string | undefined } {
  const { pathname, search, state } = useLocation();
  const query = new URLSearchParams(search);
  const deletedId = query.get(ASKED);
  query.delete(ASKED);
  return {
    url: query.size === 0 ? pathname : `${pathname}?${query}`,
    deletedId,
    wanted: (state as WantedDocument | null)?.type,
  };
}
