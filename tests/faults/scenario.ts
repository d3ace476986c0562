import type { Colleague } from "./world/colleague.ts";
import type { Desk } from "./world/desk.ts";
import type { Dice } from "./dice.ts";
import type { FreshMarks } from "./world/fresh-marks.ts";
import type { Log } from "./verdict/log.ts";
import type { Proxy } from "./world/proxy.ts";
import type { School } from "./world/school.ts";
import type { SharedSheet } from "./world/shared-sheet.ts";
import type { Typist } from "./world/typist.ts";

/** Everybody and everything that a fault may affect. */
export type Scene = {
  school: School;
  sheet: SharedSheet;
  proxy: Proxy;
  desk: Desk;
  typist: Typist;
  colleague: Colleague;
  marks: FreshMarks;
  log: Log;
  /** The dice of the current fault. */
  dice: Dice;
};
