import type { DemoClass } from "../classes.ts";
import { shareOf } from "../random.ts";

/** The progress of a class's reports: the share that the teacher has written, and whether they are signed. */
export type Progress = { written: number; signed: boolean };

/** In the current term a fifth of classes is signed, a fifth waits for the principal, the others are in progress. */
export function reportsProgress(held: DemoClass): Progress {
  const share = shareOf(`reports of ${held.label}`);
  if (share < 0.2) return { written: 1, signed: true };
  if (share < 0.4) return { written: 1, signed: false };
  return { written: share < 0.65 ? share : 0, signed: false };
}
