import { z } from "zod";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { faultOfUserName, LONGEST_USER_NAME } from "#domain/people/user-name.ts";
import { PERSON_NAME } from "#fields/people/employee.ts";
import { composed } from "#fields/texts.ts";

/** T5: a missing name says 'Required'. */
const personName = z
  .string(PEOPLE_MESSAGES.required)
  .transform((typed) => String(PERSON_NAME.posted(typed) ?? ""))
  .superRefine((name, { addIssue }) => {
    const fault = name === "" ? PEOPLE_MESSAGES.required : PERSON_NAME.refuse(name);
    if (fault) addIssue({ code: "custom", message: fault });
  });

/** Left empty, it is made from the name. */
const userName = z
  .string()
  .default("")
  .transform((typed) => composed(typed, LONGEST_USER_NAME).trim())
  .superRefine((typed, { addIssue }) => {
    const fault = typed === "" ? null : faultOfUserName(typed);
    if (fault) addIssue({ code: "custom", message: fault });
  });

export const EmployeeForm = z.object({
  firstName: personName,
  lastName: personName,
  gender: z.enum(["F", "M"], { error: "Choose F or M, or neither." }).nullable().default(null),
  userName,
});

export type NewEmployeeForm = z.output<typeof EmployeeForm>;
