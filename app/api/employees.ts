import { z } from "zod";
import { listEmployees } from "#features/lookups/list-employees.server.ts";
import { endpoint } from "./dispatch/endpoint.ts";
import type { Endpoint } from "./dispatch/endpoint.ts";

/** Employee (A3). The user name is null for a colleague's, unless the caller manages accounts. */
const Employee = z.strictObject({
  id: z.int(),
  employee_id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  user_name: z.string().nullable(),
  gender: z.enum(["M", "F"]).nullable(),
  employee_status_id: z.int(),
  picture: z.string().nullable(),
});

export const EMPLOYEES: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/employees",
    access: "signed-in",
    reply: z.array(Employee),
    answer: async ({ person }) => {
      const employees = await listEmployees(person);
      return { status: 200, body: employees.map((employee) => ({ id: employee.employee_id, ...employee })) };
    },
  }),
];
