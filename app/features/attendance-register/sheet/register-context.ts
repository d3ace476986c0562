import { createContext, useContext } from "react";
import { REGISTER_FIELDS } from "#fields/attendance.ts";
import { toValuePart } from "#saving/screen/conflicts.rules.ts";
import type { AttendanceState } from "#domain/daily/attendance-states.ts";
import type { LinkClick } from "#ui/page/use-link-click.ts";

export const ENTRY_VALUE_PARTS = [...REGISTER_FIELDS.values()].map(toValuePart);

/** The data that all rows of one register share. */
export type RegisterContext = {
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
