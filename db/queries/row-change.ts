import type { Account } from "../models/accounts.ts";
import type { Employee } from "../models/people.ts";
import type { AuditEvent } from "../models/record-of-changes.ts";
import type { NonNullColumns, NullableColumns } from "../models/rows.ts";

/** SQL: the columns of an audit event `e` with its author. */
export const CHANGE_COLUMNS = `e.version, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.save_id,
            p.first_name, p.last_name, a.user_name, e.actor`;
export const JOIN_CHANGE_AUTHOR = `left join accounts a on a.account_id = e.account_id
       left join employees p on p.employee_id = a.employee_id`;

/** An audit event about a row with a version, and its author. */
export type RowChange = NonNullColumns<Pick<AuditEvent, "version">> &
  Pick<AuditEvent, "save_id" | "actor" | "old_values" | "new_values"> &
  NullableColumns<Pick<Employee, "first_name" | "last_name"> & Pick<Account, "user_name">> & {
    row: number;
    /** An ISO instant, such as `2026-06-26T14:00:00.000Z`. */
    at: string;
  };
