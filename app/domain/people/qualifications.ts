/** Ids of rows that each new school gets in the table `qualifications`. */
const CSEC = 1;
const CAPE = 2;
const TEACHERS_DIPLOMA = 3;
const ASSOCIATE = 4;
const BACHELOR = 5;
const DIPLOMA_IN_EDUCATION = 6;
const BACHELOR_OF_EDUCATION = 7;
const MASTER = 8;
const DOCTORATE = 9;

/** The levels of an employee's highest qualification, highest first. */
export const QUALIFICATION_LEVELS = [
  "PG + Dip.Ed.",
  "PG",
  "Degree + Dip.Ed.",
  "Degree",
  "Diploma",
  "CAPE, CSEC",
  "Not recorded",
] as const;
export type QualificationLevel = (typeof QUALIFICATION_LEVELS)[number];

export const DEGREE_LEVELS: readonly QualificationLevel[] = [
  "PG + Dip.Ed.",
  "PG",
  "Degree + Dip.Ed.",
  "Degree",
];

/** Returns the highest level among a person's qualifications. First aid and those under 'Other' have no level. */
export function findQualificationLevel(qualificationIds: readonly number[]): QualificationLevel {
  const has = (...ids: number[]) => ids.some((id) => qualificationIds.includes(id));
  const teaches = has(DIPLOMA_IN_EDUCATION);
  if (has(MASTER, DOCTORATE)) return teaches ? "PG + Dip.Ed." : "PG";
  if (has(BACHELOR, BACHELOR_OF_EDUCATION)) return teaches ? "Degree + Dip.Ed." : "Degree";
  if (has(TEACHERS_DIPLOMA, ASSOCIATE, DIPLOMA_IN_EDUCATION)) return "Diploma";
  return has(CSEC, CAPE) ? "CAPE, CSEC" : "Not recorded";
}

/** Qualification ids from the lowest to the highest rank. Other qualifications are ignored. */
const BY_RANK = [
  CSEC,
  CAPE,
  TEACHERS_DIPLOMA,
  ASSOCIATE,
  DIPLOMA_IN_EDUCATION,
  BACHELOR,
  BACHELOR_OF_EDUCATION,
  MASTER,
  DOCTORATE,
];

/** Returns the highest qualification for the staff list, or undefined when there is none. */
export function findHighestQualification<Held extends { id: number }>(
  qualifications: readonly Held[],
): Held | undefined {
  const ranked = qualifications.filter(({ id }) => BY_RANK.includes(id));
  return ranked.sort((one, other) => BY_RANK.indexOf(other.id) - BY_RANK.indexOf(one.id))[0];
}
