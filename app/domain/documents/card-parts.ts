/** The parts of a report card that a school may leave out, in the order in which the settings list them. */
export const CARD_PARTS = {
  classPosition: "Position in class",
  levelPosition: "Position in level",
  classAverage: "Class average, by subject",
  highest: "Highest mark in class, by subject",
  year: "Results of the year, in Term 3",
  remarks: "Remark of each subject teacher",
  conduct: "Conduct",
  teacherSignature: "Form teacher’s signature",
  issued: "Date of issue",
  nextTerm: "Next term’s first day",
  slip: "Parent’s slip",
} as const;

export type CardPart = keyof typeof CARD_PARTS;

/** The two possible orders of the blocks below the marks. */
export const CARD_ORDERS = {
  attendance: "Attendance, then behaviour",
  behaviour: "Behaviour, then attendance",
} as const;

export type CardOrder = keyof typeof CARD_ORDERS;

/** The optional parts that the school chose for the report cards of a level, and the order of the blocks. */
export type CardSettings = { parts: readonly CardPart[]; order: CardOrder };

/** The report card of a level for which the school has not chosen anything else. */
export const DEFAULT_CARD_SETTINGS: CardSettings = { parts: ["year", "nextTerm"], order: "attendance" };

export const CARD_PART_NAMES = Object.keys(CARD_PARTS) as CardPart[];
