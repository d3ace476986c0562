/** The classes whose registers somebody marks or reads, on a day. */
export type RegisterChoice = { day: string; isToday: boolean; classes: readonly ClassToMark[] };

export type ClassToMark = {
  label: string;
  /** The group of the school that it stands in: `Standard 4`. */
  group: string;
  teachers: string;
  url: string;
  /** 'Morning 31 present, 4 absent'. */
  words: string;
  isMarked: boolean;
};
