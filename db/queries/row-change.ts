import type { Account } from "../models/accounts.ts";
import type { Employee } from "../models/people.ts";
import type { AuditEvent } from "../models/record-of-changes.ts";
import type { NotNull, OrNull } from "../models/rows.ts";

/** An entry of the record of changes about one row, with who made it; null where nothing was stored. */
export type RowChange = NotNull<Pick<AuditEvent, "version">> &
  Pick<AuditEvent, "save_id" | "actor" | "old_values" | "new_values"> &
  OrNull<Pick<Employee, "first_name" | "last_name"> & Pick<Account, "user_name">> & {
    row: number;
    /** An instant, as `2026-06-26T14:00:00.000Z`. */
    at: string;
  };
