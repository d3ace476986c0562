import type { ShownLevel } from "#domain/list/levels.ts";

export type RegisterChoice = {
  day: string;
  isToday: boolean;
  /** The session whose registers open; null for the first session that is not marked. */
  session: number | null;
  level: ShownLevel;
  classes: readonly ClassForRegister[];
};

export type ClassForRegister = {
  label: string;
  /** The heading under which the class is listed, such as `Standard 4`. */
  group: string;
  teachers: string;
  url: string;
  words: string;
  isMarked: boolean;
};
