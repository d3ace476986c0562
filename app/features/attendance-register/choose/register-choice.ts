export type RegisterChoice = { day: string; isToday: boolean; classes: readonly ClassToMark[] };

export type ClassToMark = {
  label: string;
  /** The heading under which the class is listed, such as `Standard 4`. */
  group: string;
  teachers: string;
  url: string;
  words: string;
  isMarked: boolean;
};
