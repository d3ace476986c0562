import type { Printed } from "../parts/school.ts";

export type PasswordLetters = {
  title: string;
  school: string;
  printed: Printed;
  /** The foot of each sheet, which is cut off: its description, its author and the time. */
  foot: readonly string[];
  /** The address of the sign-in page, as people type it. */
  address: string;
  /** The slips in the order of handing out. */
  letters: readonly { name: string; userName: string; password: string; until: string }[];
};
