export type RegisterChoice = { day: string; isToday: boolean; classes: readonly ClassToMark[] };

export type ClassToMark = {
  label: string;
  /** The class's group in the school: `Standard 4`. */
  group: string;
  teachers: string;
  url: string;
  words: string;
  isMarked: boolean;
};
