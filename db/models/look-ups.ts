import { identity, primaryKey, smallint, text } from "./columns.ts";
import { table, type RowOf } from "./table.ts";

export const EmployeeStatus = table("employee_statuses", {
  employee_status_id: primaryKey(smallint()),
  status: text(),
});

export const StudentStatus = table("student_statuses", {
  student_status_id: primaryKey(smallint()),
  detail: text(),
});

export const Permission = table("permissions", {
  user_permission_id: primaryKey(smallint()),
  name: text(),
});

export const House = table("houses", {
  house_id: identity(smallint()),
  house: text(),
});
export type House = RowOf<typeof House>;

export const Religion = table("religions", {
  religion_id: identity(smallint()),
  grouping: text(),
});

export const EthnicGroup = table("ethnic_groups", {
  ethnic_group_id: identity(smallint()),
  grouping: text(),
});
