import { createContext, useContext } from "react";

import { REGISTER_FIELDS } from "#fields/attendance.ts";
import { fieldPart } from "#saving/screen/conflicts.rules.ts";
import type { AttendanceState } from "#domain/daily/attendance-states.ts";
import type { LinkClick } from "#ui/page/use-link-click.ts";

/** What its values are in words. */
export const PARTS = [...REGISTER_FIELDS.values()].map(fieldPart);

/** What the rows of one register have in common. */
export type RegisterContext = {
  /** It is marked: from then on each tap saves by itself. */
  isInk: boolean;
  write: (row: string, state: AttendanceState) => void;
  url: string;
  openLink: LinkClick;
};

const Context = createContext<RegisterContext | null>(null);

export const RegisterProvider = Context.Provider;

export function useRegister(): RegisterContext {
  const context = useContext(Context);
  if (!context) throw new Error("a part of a register stands outside of its form");
  return context;
}
