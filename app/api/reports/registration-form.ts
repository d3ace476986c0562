import { z } from "zod";
import { printRegistrationForms } from "#features/reports/print-registration-forms.server.ts";
import { endpoint } from "../dispatch/endpoint.ts";
import { id, name } from "../dispatch/wire.ts";
import { noted } from "./noted-document.ts";

/** The formats of documents that are filled in or changed before printing. */
export const wordFormat = z.enum(["pdf", "docx"], { error: "This must be pdf or docx." }).default("pdf");

/** `id` is a student's public id; without it, the forms are for the class. */
const RegistrationFormQuery = z
  .object({
    form_class: name.optional(),
    employee_id: id.optional(),
    id: name.optional(),
    format: wordFormat,
  })
  .refine(({ form_class, id: student }) => form_class !== undefined || student !== undefined, {
    path: ["form_class"],
    error: "Give the class (form_class) or one student (id).",
  });

export const REGISTRATION_FORM = endpoint({
  method: "GET",
  path: "/api/registration-form",
  summary: "Prints the registration forms of a class, or of one student",
  access: "class-records",
  query: RegistrationFormQuery,
  reply: null,
  answer: async ({ person, query, surroundings }) => {
    const { id: studentId, form_class: formClassId = "", employee_id: employeeId = null, format } = query;
    const call = studentId === undefined ? { formClassId, employeeId } : { studentId };
    const print = { format, signal: surroundings.signal };
    const reply = async () => {
      return { status: 200 as const, document: await printRegistrationForms(person, call, print) };
    };
    return noted(person, reply, studentId === undefined ? "forms-printed" : null, surroundings);
  },
});
