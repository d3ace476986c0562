import { z } from "zod";
import { readPictureName } from "#features/lookups/send-picture.server.ts";
import { receivePicture } from "#features/record-files/picture/picture.server.ts";
import { studentOwner } from "#features/record-files/open-record.server.ts";
import { sendPictures } from "#features/students/pictures/save-files.server.ts";
import { FILES_FIELD } from "#features/students/pictures/uploads.ts";
import { endpoint, lookUp, type Endpoint } from "../dispatch/endpoint.ts";
import { name } from "../dispatch/wire.ts";

const Uploaded = z.strictObject({
  file: z.string(),
  student_id: z.string().nullable(),
  picture: z.string().nullable(),
  /** The reason why the file is nobody's picture; empty when it was saved. */
  reason: z.string(),
});

/** The student's public id, as in every endpoint about a student. */
const Whose = z.object({ id: name });

const PATH = "/api/student-picture/:id";
const PICTURE_FIELD = "file";

/** The name under which `/img/students/{picture}` shows the picture; null when there is none. */
export const STUDENT_FILES: readonly Endpoint[] = [
  lookUp({
    path: PATH,
    summary: "Reads the file name of a student's picture, which is served below /img/students/",
    params: Whose,
    reply: z.strictObject({ picture: z.string().nullable() }),
    read: ({ person, params }) => readPictureName(person, params.id),
  }),
  endpoint({
    method: "POST",
    path: PATH,
    summary: "Uploads a student's picture",
    access: "admin",
    params: Whose,
    upload: { file: PICTURE_FIELD },
    reply: z.strictObject({ message: z.string(), picture: z.string() }),
    answer: async ({ person, params, request }) => {
      const owner = await studentOwner(params.id);
      const taken = await receivePicture(person, { owner, field: PICTURE_FIELD }, request);
      if (taken.ok) return { status: 200, body: { message: "Picture saved.", picture: taken.picture } };
      return { status: 422, body: { message: taken.fault, errors: { [PICTURE_FIELD]: [taken.fault] } } };
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/upload-pictures",
    summary: "Uploads up to 20 pictures, each named by the student's ID",
    access: "admin",
    upload: { file: FILES_FIELD, many: true },
    reply: z.strictObject({ message: z.string(), pictures: z.array(Uploaded) }),
    answer: async ({ person, request }) => {
      const sent = await sendPictures(person, request);
      if (!sent.ok)
        return { status: 422, body: { message: sent.fault, errors: { [FILES_FIELD]: [sent.fault] } } };
      return { status: 200, body: { message: sent.words, pictures: sent.pictures } };
    },
  }),
];
