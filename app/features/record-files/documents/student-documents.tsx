import { Link, useLocation } from "@remix-run/react";
import { recordUrlWithoutPanel } from "#domain/people/record-params.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { DOWNLOAD_ATTRIBUTE } from "#ui/page/downloads.ts";
import { Icon } from "#ui/page/icon.tsx";
import { documentViewerUrl } from "./documents.ts";
import type { DocumentsView, DocumentView } from "./documents.server.ts";

/** Shows a student's birth certificate and immunisation card below the record, with links to view or upload them. */
export function StudentDocuments({ documents, types, adds }: DocumentsView) {
  const { pathname, search } = useLocation();
  const to = `${recordUrlWithoutPanel({ pathname, search: "" })}/documents${search}`;
  return (
    <section aria-labelledby="student-documents" className="mt-4">
      <h3 className="mb-2 font-sans text-15 font-semibold" id="student-documents">
        Documents
      </h3>
      <ul className="grid rounded border border-line bg-paper md:grid-flow-col md:auto-cols-fr">
        {types?.map((type) => (
          <Slot
            document={documents.find(({ description }) => description === type) ?? null}
            key={type}
            to={adds ? to : null}
            type={type}
          />
        ))}
      </ul>
    </section>
  );
}

type SlotProps = {
  type: string;
  document: DocumentView | null;
  /** The URL for uploading a file; null for a person who may only read. */
  to: string | null;
};

const ACT = "inline-flex min-h-6 items-center text-13 touch:min-h-11";

function Slot({ type, document, to }: SlotProps) {
  const place = useLocation();
  const overRecord = { preventScrollReset: true, replace: true } as const;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-rule p-3 max-md:[&+li]:border-t md:[&+li]:border-l">
      <Icon className={document ? "text-red" : "text-muted"} name="document" />
      <div className="grow whitespace-nowrap">
        <p className="font-semibold">{type}</p>
        <p className="text-13 text-muted">{document?.brief ?? "None yet"}</p>
      </div>
      {document ? (
        <div className="flex gap-x-4">
          <Link
            aria-label={`View ${type}`}
            className={ACT}
            {...overRecord}
            to={documentViewerUrl(place, document)}
          >
            View
          </Link>
          <a
            {...DOWNLOAD_ATTRIBUTE}
            aria-label={`Download ${type}`}
            className={ACT}
            download
            href={document.url}
          >
            Download
          </a>
          {to === null ? null : (
            <Link aria-label={`Replace ${type}`} className={ACT} {...overRecord} to={to}>
              Replace
            </Link>
          )}
        </div>
      ) : null}
      {document === null && to !== null ? (
        <ButtonLink aria-label={`Upload ${type}`} icon="upload" {...overRecord} state={{ type }} to={to}>
          Upload
        </ButtonLink>
      ) : null}
    </li>
  );
}
