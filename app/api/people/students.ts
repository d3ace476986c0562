import { z } from "zod";
import { studentKeyOf } from "#access/visible-student.server.ts";
import { listEthnicGroups, listHouses, listReligions } from "#features/lookups/lists.server.ts";
import { deleteStudent } from "#features/students/leave/leave.server.ts";
import { readStudentStatuses } from "#features/students/list/read-students.server.ts";
import { PATHS } from "#domain/paths.ts";
import { TRANSFERRED } from "#domain/people/students.ts";
import { endpoint, lookUp, type Endpoint } from "../dispatch/endpoint.ts";
import { id, name } from "../dispatch/wire.ts";

const Group = z.strictObject({ id: z.int(), grouping: z.string() });
const House = z.strictObject({ id: z.int(), house: z.string() });

/** The choices of a student's record, and the endpoint for leaving: a student leaves by getting another status. */
export const STUDENTS: readonly Endpoint[] = [
  lookUp({
    path: "/api/religions",
    summary: "Lists the religions that can be recorded",
    list: { sort: ["id", "grouping"], search: ["grouping"] },
    reply: z.array(Group),
    read: listReligions,
  }),
  lookUp({
    path: "/api/ethnic-groups",
    summary: "Lists the ethnic groups that can be recorded",
    list: { sort: ["id", "grouping"], search: ["grouping"] },
    reply: z.array(Group),
    read: listEthnicGroups,
  }),
  lookUp({
    path: "/api/houses",
    summary: "Lists the houses of the school",
    list: { sort: ["id", "house"], search: ["house"] },
    reply: z.array(House),
    read: listHouses,
  }),
  lookUp({
    path: "/api/student-status",
    summary: "Lists the statuses that a student can have",
    list: { sort: ["id", "detail"] },
    reply: z.array(z.strictObject({ id: z.int(), detail: z.string() })),
    read: async () =>
      (await readStudentStatuses()).map(({ student_status_id, detail }) => ({
        id: student_status_id,
        detail,
      })),
  }),
  endpoint({
    method: "DELETE",
    path: "/api/student",
    summary: "Removes a student from the lists by setting a status of students who have left",
    access: "student-records",
    body: z.object({ student_id: name, student_status_id: id.default(TRANSFERRED) }),
    reply: z.strictObject({ message: z.string() }),
    answer: async ({ person, body: { student_id: studentId, student_status_id: statusId } }) => {
      const studentKey = await studentKeyOf(studentId);
      const outcome = await deleteStudent(person, { studentKey, statusId, list: PATHS.students });
      if (outcome.kind === "done") return { status: 200, body: { message: outcome.message } };
      const { errors } = outcome;
      if (typeof errors === "string") return { status: 409, body: { message: errors } };
      const { status: message = "" } = errors;
      return { status: 422, body: { message, errors: { student_status_id: [message] } } };
    },
  }),
];
