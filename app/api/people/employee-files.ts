import { z } from "zod";
import { documentUrl } from "#domain/people/record-owner.ts";
import {
  deleteDocumentById,
  DOCUMENT_FILE,
  listDocuments,
} from "#features/record-files/documents/documents.server.ts";
import {
  UploadedFields,
  uploadFile,
  type FileUploaded,
} from "#features/record-files/documents/upload-file.server.ts";
import { endpoint, type Endpoint, type Reply } from "../dispatch/endpoint.ts";
import { id } from "../dispatch/wire.ts";

/** A document of an employee or a student. */
const RecordFile = z.strictObject({
  id: z.int(),
  description: z.string(),
  url: z.string(),
  file_type: z.literal("document"),
  file_name: z.string(),
  bytes: z.int(),
  uploaded_at: z.string(),
});

const Uploaded = z.strictObject({ message: z.string(), url: z.string(), file: RecordFile });

export const EMPLOYEE_FILES: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/employee-files",
    summary: "Lists the documents of an employee",
    access: "signed-in",
    query: z.object({ employee_id: id }),
    list: { sort: ["id", "description", "file_name", "uploaded_at"], search: ["description", "file_name"] },
    reply: z.array(RecordFile),
    answer: async ({ person, query }) => ({
      status: 200,
      body: (await listDocuments(person, { kind: "employee", id: query.employee_id })).map(fileOnTheWire),
    }),
  }),
  uploads("/api/employee-files", "Uploads a document for an employee"),
  uploads("/api/upload-file", "Uploads a document for a student or an employee"),
  endpoint({
    method: "DELETE",
    path: "/api/employee-files",
    summary: "Deletes a document of an employee",
    access: "signed-in",
    body: z.object({ id }),
    reply: z.strictObject({ message: z.string() }),
    answer: async ({ person, body }) => {
      const { description } = await deleteDocumentById(person, {
        kind: "employee",
        documentId: body.id,
      });
      return { status: 200, body: { message: `${description} deleted.` } };
    },
  }),
];

/** Multipart with file, id, file_type, category and file_description. */
function uploads(path: string, summary: string): Endpoint {
  return endpoint({
    method: "POST",
    path,
    summary,
    access: "signed-in",
    upload: { file: DOCUMENT_FILE.name, fields: UploadedFields },
    reply: Uploaded,
    answer: async ({ person, request }) => answerUploaded(await uploadFile(person, request)),
  });
}

function answerUploaded(uploaded: FileUploaded): Reply<z.input<typeof Uploaded>> {
  if (!uploaded.ok) {
    const { field, fault } = uploaded;
    return { status: 422, body: { message: fault, errors: { [field]: [fault] } } };
  }
  const file = fileOnTheWire(uploaded.document);
  return { status: 200, body: { message: `${file.description} uploaded.`, url: file.url, file } };
}

type Document = Awaited<ReturnType<typeof listDocuments>>[number];

function fileOnTheWire(document: Document): z.input<typeof RecordFile> {
  const { document_id, owner_kind, owner_id, description, original_name, bytes, uploaded_at } = document;
  return {
    id: document_id,
    description,
    url: documentUrl({ kind: owner_kind, id: owner_id }, document_id),
    file_type: "document",
    file_name: original_name,
    bytes,
    uploaded_at: uploaded_at.toISOString(),
  };
}
