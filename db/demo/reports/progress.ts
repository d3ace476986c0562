import type { DemoClass } from "../classes.ts";
import { shareOf } from "../random.ts";

/** How far a class's reports are: what share of the register the teacher has written, and whether they are signed. */
export type Progress = { written: number; signed: boolean };

/** In the current term a fifth of the classes is signed, another waits for the principal, the others are on their way. */
export function reportsProgress(held: DemoClass): Progress {
  const share = shareOf(`reports of ${held.label}`);
  if (share < 0.2) return { written: 1, signed: true };
  if (share < 0.4) return { written: 1, signed: false };
  return { written: share < 0.65 ? share : 0, signed: false };
}
