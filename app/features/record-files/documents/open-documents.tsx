import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { recordUnder } from "#domain/people/record-place.ts";

import { DocumentsDialog, DocumentsPanel } from "./documents-panel.tsx";
import type { DocumentRefused, ShownDocuments } from "./documents.ts";

/** What a documents route shows: its loader answers `showDocuments`, its action `answerDocument`. */
export function OpenDocuments() {
  return <DocumentsPanel {...useDocuments()} />;
}

/** The same of a route that opens over the record. */
export function OpenDocumentsDialog() {
  const documents = useDocuments();
  return <DocumentsDialog {...documents} closeTo={recordUnder(useLocation())} />;
}

function useDocuments() {
  const refused = useActionData<DocumentRefused>() ?? null;
  return { ...useLoaderData<ShownDocuments>(), refused };
}
