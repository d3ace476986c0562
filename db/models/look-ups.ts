import { identityColumn, primaryKey, smallintColumn, textColumn } from "./columns.ts";
import { table, type RowOf } from "./table.ts";

export const EmployeeStatus = table("employee_statuses", {
  employee_status_id: primaryKey(smallintColumn()),
  status: textColumn(),
});

export const StudentStatus = table("student_statuses", {
  student_status_id: primaryKey(smallintColumn()),
  detail: textColumn(),
});

export const Permission = table("permissions", {
  user_permission_id: primaryKey(smallintColumn()),
  name: textColumn(),
});

export const House = table("houses", {
  house_id: identityColumn(smallintColumn()),
  house: textColumn(),
});
export type House = RowOf<typeof House>;

export const Religion = table("religions", {
  religion_id: identityColumn(smallintColumn()),
  grouping: textColumn(),
});

export const EthnicGroup = table("ethnic_groups", {
  ethnic_group_id: identityColumn(smallintColumn()),
  grouping: textColumn(),
});
