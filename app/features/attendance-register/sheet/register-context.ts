import { createContext, useContext } from "react";
import { buildRegisterFields } from "#fields/attendance.ts";
import type { RecordFields } from "#fields/record.ts";
import { toValuePart, type RowPart } from "#saving/screen/conflicts.rules.ts";
import type { AttendanceState } from "#domain/daily/attendance-states.ts";
import type { LinkClick } from "#ui/page/use-link-click.ts";
import type { RegisterView } from "../register.ts";

/** The fields of a row, and the same fields in the form in which conflict messages name them. */
export type RegisterEntryFields = { fields: RecordFields; parts: readonly RowPart[] };

export function createRegisterEntryFields({ reasons }: Pick<RegisterView, "reasons">): RegisterEntryFields {
  const fields = buildRegisterFields(reasons);
  return { fields, parts: [...fields.values()].map(toValuePart) };
}

export type RegisterContext = RegisterEntryFields & {
  /** True once the register is marked: from then on each tap is saved at once. */
  isInk: boolean;
  write: (row: string, state: AttendanceState) => void;
  url: string;
  openLink: LinkClick;
};

const Context = createContext<RegisterContext | null>(null);

export const RegisterProvider = Context.Provider;

export function useRegisterContext(): RegisterContext {
  const context = useContext(Context);
  if (!context) throw new Error("a part of a register must be inside its form");
  return context;
}
