import { z } from "zod";
import { reasonOf } from "#access/forms/answer-form.server.ts";
import { MESSAGES } from "#domain/messages.ts";
import { listSubjects } from "#features/lookups/calendar.server.ts";
import {
  deleteSubject,
  saveSubject,
  SubjectNames,
} from "#features/settings/subjects/school-subjects.server.ts";
import { endpoint, lookUp, type Endpoint } from "./dispatch/endpoint.ts";
import { id, version } from "./dispatch/wire.ts";

const Subject = z.strictObject({ id: z.int(), title: z.string(), abbr: z.string() });

/** A call without an id adds a subject. With `version`, a change to a subject that changed meanwhile is rejected. */
const Asked = SubjectNames.extend({ id: id.nullish(), version: version.nullish() });

const Said = z.strictObject({ message: z.string(), id: z.int() });

export const SUBJECTS: readonly Endpoint[] = [
  lookUp({
    path: "/api/subjects",
    summary: "Lists the subjects of the school",
    list: { sort: ["id", "title", "abbr"], search: ["title", "abbr"] },
    reply: z.array(Subject),
    read: async () =>
      (await listSubjects()).map(({ subject_id, title, abbr }) => ({ id: subject_id, title, abbr })),
  }),
  endpoint({
    method: "POST",
    path: "/api/subjects",
    summary: "Saves a subject, or adds one",
    access: "settings.manage",
    body: Asked,
    reply: Said,
    answer: async ({ person, body: { id: subjectId = null, version: known = null, ...named } }) => {
      const saved = await saveSubject(person, { ...named, subjectId, version: known });
      if (saved.kind === "saved")
        return { status: 200, body: { message: MESSAGES.subjectSaved, id: saved.subjectId } };
      const message = reasonOf(saved);
      return { status: saved.status, body: { message, errors: { title: [message] } } };
    },
  }),
  endpoint({
    method: "DELETE",
    path: "/api/subject",
    summary: "Deletes a subject, or retires a subject that is in use",
    access: "settings.manage",
    body: z.object({ id }),
    reply: Said,
    answer: async ({ person, body: { id: subjectId } }) => {
      const { message } = await deleteSubject(person, subjectId);
      return { status: 200, body: { message, id: subjectId } };
    },
  }),
];
