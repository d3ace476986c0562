import { z } from "zod";
import { printAnnualReturn } from "#features/reports/annual-return/read-return.server.ts";
import { printEmployeeInformation } from "#features/reports/print-employee-information.server.ts";
import {
  printRegistrationData,
  printRegistrationStatus,
} from "#features/reports/lists/print-registration-data.server.ts";
import {
  printProposedClasses,
  printRolloverJournal,
} from "#features/reports/lists/print-rollover-journal.server.ts";
import { defineEndpoint, type Endpoint } from "../dispatch/endpoint.ts";
import { idSchema } from "../dispatch/wire.ts";
import { ListQuerySchema, respondWithList, respondWithSchoolList } from "./lists.ts";

/** A workbook is the only format, because the Ministry requires one. */
const sheetOnly = z
  .enum(["xlsx", "spreadsheet"], { error: "This must be spreadsheet." })
  .default("xlsx")
  .transform(() => "xlsx" as const);

const WORKBOOKS = [
  {
    path: "/api/asr",
    summary: "Downloads the annual statistical return as a workbook",
    access: "school-returns",
    print: printAnnualReturn,
  },
  {
    path: "/api/registration-data-spreadsheet",
    summary: "Downloads the registration data of every student as a workbook",
    access: "admin",
    print: printRegistrationData,
  },
] as const;

export const SCHOOL_FIGURES_ENDPOINTS: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/api/registration-status-report",
    access: "school-returns",
    summary: "Prints the registration status of each class",
    query: ListQuerySchema,
    reply: null,
    answer: (call) => respondWithSchoolList(call, (how) => printRegistrationStatus(call.person, how)),
  }),
  defineEndpoint({
    method: "GET",
    path: "/api/employee-data",
    access: "admin",
    summary: "Prints the employee information",
    query: ListQuerySchema,
    reply: null,
    answer: (call) => respondWithSchoolList(call, (how) => printEmployeeInformation(call.person, how)),
  }),
  defineEndpoint({
    method: "GET",
    path: "/api/turn-journal/:rollover_id",
    access: "settings.manage",
    summary: "Prints what happened to each student when a new term began",
    params: z.object({ rollover_id: idSchema }),
    query: ListQuerySchema,
    reply: null,
    answer: (call) =>
      respondWithSchoolList(call, (how) =>
        printRolloverJournal(call.person, { rolloverId: call.params.rollover_id }, how),
      ),
  }),
  defineEndpoint({
    method: "GET",
    path: "/api/turn-class-lists/:rollover_id",
    access: "settings.manage",
    summary: "Prints the class lists that a rehearsal of the new term proposes",
    params: z.object({ rollover_id: idSchema }),
    query: ListQuerySchema,
    reply: null,
    answer: (call) =>
      respondWithSchoolList(call, (how) =>
        printProposedClasses(call.person, { rolloverId: call.params.rollover_id }, how),
      ),
  }),
  ...WORKBOOKS.map(({ path, summary, access, print }) =>
    defineEndpoint({
      method: "GET",
      path,
      summary,
      access,
      query: z.object({ format: sheetOnly }),
      reply: null,
      answer: (call) => respondWithList(call, (how) => print(call.person, how)),
    }),
  ),
];
