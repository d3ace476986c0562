import type { Colleague } from "./colleague.ts";
import type { Desk } from "./desk.ts";
import type { Dice } from "./dice.ts";
import type { FreshMarks } from "./fresh-marks.ts";
import type { Log } from "./log.ts";
import type { Proxy } from "./proxy.ts";
import type { School } from "./school.ts";
import type { SharedSheet } from "./shared-sheet.ts";
import type { Typist } from "./typist.ts";

/** Everybody and everything that a fault may happen to. */
export type Scene = {
  school: School;
  sheet: SharedSheet;
  proxy: Proxy;
  desk: Desk;
  typist: Typist;
  colleague: Colleague;
  marks: FreshMarks;
  log: Log;
  /** Of the fault that is being made. */
  dice: Dice;
};
