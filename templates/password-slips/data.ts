import type { Printed } from "../parts/school.ts";

export type PasswordSlips = {
  title: string;
  school: string;
  printed: Printed;
  /** What stands at the foot of each sheet, which is cut off: what it is, who made it, when. */
  foot: readonly string[];
  /** Where one signs in, as one types it. */
  address: string;
  /** In the order in which they are handed out. */
  slips: readonly { name: string; userName: string; password: string; until: string }[];
};
