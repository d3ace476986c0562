import { z } from "zod";
import { documentUrl } from "#domain/people/record-owner.ts";
import { readStudentPictureName } from "#features/lookups/send-picture.server.ts";
import {
  deleteDocumentById,
  DOCUMENT_UPLOAD_LIMITS,
  listDocuments,
  FileUploadFields,
  uploadDocumentFile,
} from "#features/record-files/documents/documents.server.ts";
import { receivePicture } from "#features/record-files/picture/picture.server.ts";
import { getStudentOwner } from "#features/record-files/open-record.server.ts";
import { savePicturesFromApi } from "#features/students/pictures/save-files.server.ts";
import { PICTURE_FILES_FIELD } from "#features/students/pictures/uploads.ts";
import {
  defineEndpoint,
  defineSignedInGet,
  type Endpoint,
  type EndpointReply,
} from "../dispatch/endpoint.ts";
import { nameSchema, idSchema } from "../dispatch/wire.ts";

const UploadedPicture = z.strictObject({
  file: z.string(),
  student_id: z.string().nullable(),
  picture: z.string().nullable(),
  /** The reason why the picture was not saved; empty when it was saved. */
  reason: z.string(),
});

/** The student's public id, as in every student endpoint. */
const Whose = z.object({ id: nameSchema });

const PATH = "/api/student-picture/:id";
const PICTURE_FIELD = "file";

/** The endpoints for students' pictures. `picture` is the file name below `/img/students/`; null without a picture. */
export const STUDENT_FILES_ENDPOINTS: readonly Endpoint[] = [
  defineSignedInGet({
    path: PATH,
    summary: "Reads the file name of a student's picture, which is served under /img/students/",
    params: Whose,
    reply: z.strictObject({ picture: z.string().nullable() }),
    read: ({ person, params }) => readStudentPictureName(person, params.id),
  }),
  defineEndpoint({
    method: "POST",
    path: PATH,
    summary: "Uploads a student's picture",
    access: "admin",
    params: Whose,
    upload: { file: PICTURE_FIELD },
    reply: z.strictObject({ message: z.string(), picture: z.string() }),
    answer: async ({ person, params, request }) => {
      const owner = await getStudentOwner(params.id);
      const taken = await receivePicture(person, { owner, field: PICTURE_FIELD }, request);
      if (taken.ok) return { status: 200, body: { message: "Picture saved.", picture: taken.picture } };
      return { status: 422, body: { message: taken.fault, errors: { [PICTURE_FIELD]: [taken.fault] } } };
    },
  }),
  defineEndpoint({
    method: "POST",
    path: "/api/upload-pictures",
    summary: "Uploads up to 20 pictures, each in a file named after the student's ID",
    access: "admin",
    upload: { file: PICTURE_FILES_FIELD, many: true },
    reply: z.strictObject({ message: z.string(), pictures: z.array(UploadedPicture) }),
    answer: async ({ person, request }) => {
      const sent = await savePicturesFromApi(person, request);
      if (!sent.ok)
        return {
          status: 422,
          body: { message: sent.fault, errors: { [PICTURE_FILES_FIELD]: [sent.fault] } },
        };
      return { status: 200, body: { message: sent.words, pictures: sent.pictures } };
    },
  }),
];

const RecordFile = z.strictObject({
  id: z.int(),
  description: z.string(),
  url: z.string(),
  file_type: z.literal("document"),
  file_name: z.string(),
  bytes: z.int(),
  uploaded_at: z.string(),
});

const UploadedDocument = z.strictObject({ message: z.string(), url: z.string(), file: RecordFile });

export const EMPLOYEE_FILES_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/api/employee-files",
    summary: "Lists the documents of an employee",
    access: "signed-in",
    query: z.object({ employee_id: idSchema }),
    list: { sort: ["id", "description", "file_name", "uploaded_at"], search: ["description", "file_name"] },
    reply: z.array(RecordFile),
    answer: async ({ person, query }) => ({
      status: 200,
      body: (await listDocuments(person, { kind: "employee", id: query.employee_id })).map(fileOnTheWire),
    }),
  }),
  uploads("/api/employee-files", "Uploads a document for an employee"),
  uploads("/api/upload-file", "Uploads a document for a student or an employee"),
  defineEndpoint({
    method: "DELETE",
    path: "/api/employee-files",
    summary: "Deletes a document of an employee",
    access: "signed-in",
    body: z.object({ id: idSchema }),
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

/** Defines an upload endpoint with a multipart form: file, id, file_type, category and file_description. */
function uploads(path: string, summary: string): Endpoint {
  return defineEndpoint({
    method: "POST",
    path,
    summary,
    access: "signed-in",
    upload: { file: DOCUMENT_UPLOAD_LIMITS.name, fields: FileUploadFields },
    reply: UploadedDocument,
    answer: async ({ person, request }) => answerUploaded(await uploadDocumentFile(person, request)),
  });
}

function answerUploaded(
  uploaded: Awaited<ReturnType<typeof uploadDocumentFile>>,
): EndpointReply<z.input<typeof UploadedDocument>> {
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
