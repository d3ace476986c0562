import { STANDARD_CRITERIA } from "#domain/school/levels.ts";
import { USUAL_ASSESSMENT_TYPES } from "#domain/school/usual-terms.ts";
import { buildDemoSubjects, type DemoLevel, type SchoolKind } from "./kind.ts";

export const MATHEMATICS = 33;
const LANGUAGE_ARTS = 18;
const WRITING = 19;
export const READING = 20;
const SCIENCE = 30;
const SOCIAL_STUDIES = 48;
export const SPANISH = 49;
export const ICT = 28;
/** Teachers choose this subject's grades in 1st Year. In later years it has marks. */
const AGRICULTURE = 6;
/** Teachers choose this subject's grades at every level. */
export const PHYSICAL_EDUCATION = 7;
const ARTS = 8;
const FAMILY_LIFE = 9;
/** The marks archive has its own ids for subjects that this school grades differently or does not teach. */
const ARCHIVED_PHYSICAL_EDUCATION = 41;
const ARCHIVED_ARTS = 53;
const TECHNOLOGY = 51;

/** Maximum marks other than 100, by subject id. */
const MAX_MARKS: Readonly<Record<number, number>> = {
  [WRITING]: 20,
  [READING]: 50,
  [SCIENCE]: 50,
  [AGRICULTURE]: 50,
  [ICT]: 50,
};

/** The criteria for the infant classes, by subject. */
const CRITERIA = STANDARD_CRITERIA.primary[1] ?? {};

const CORE = [MATHEMATICS, LANGUAGE_ARTS, READING, SCIENCE, SOCIAL_STUDIES];
const GRADED = [PHYSICAL_EDUCATION, ARTS, FAMILY_LIFE];
const TESTED = [MATHEMATICS, LANGUAGE_ARTS, SCIENCE, SOCIAL_STUDIES];

function level(
  form_level: number,
  form_class_id: string,
  sizes: readonly number[],
  group = form_class_id,
): DemoLevel {
  return { form_level, group_title: group, classes: sizes.map((size) => ({ form_class_id, size })) };
}

export const primary: SchoolKind = {
  flavour: "primary",
  name: "Santa Rosa Government Primary",
  motto: "Patient hands, bright minds",
  address: "14 Cocoa Panyol Road, Santa Rosa Hill, Trinidad · 868 555 0142",
  studentIdPrefix: "SR",
  firstAge: 5,
  assessmentTypes: USUAL_ASSESSMENT_TYPES.primary,
  houses: [
    { house: "Cocrico", colour: "#7b1e22" },
    { house: "Hummingbird", colour: "#1f6f43" },
    { house: "Ibis", colour: "#1f4e8c" },
    { house: "Kiskadee", colour: "#b8860b" },
  ],
  levels: [
    level(1, "1st Year", [27, 27], "1st Year Infants"),
    level(2, "2nd Year", [28, 28], "2nd Year Infants"),
    level(3, "Std 1", [29, 29], "Standard 1"),
    level(4, "Std 2", [30, 29], "Standard 2"),
    level(5, "Std 3", [29, 28], "Standard 3"),
    level(6, "Std 4", [35, 27], "Standard 4"),
    level(7, "Std 5", [28, 28], "Standard 5"),
  ],
  subjects: buildDemoSubjects("primary", MAX_MARKS),
  curricula: [
    { levels: [1], core: Object.keys(CRITERIA).map(Number), tested: [] },
    { levels: [2], core: [...CORE, ...GRADED], tested: TESTED },
    { levels: [3, 4], core: [...CORE, WRITING, AGRICULTURE, ...GRADED], tested: TESTED },
    { levels: [5, 6], core: [...CORE, WRITING, AGRICULTURE, SPANISH, ICT, ...GRADED], tested: TESTED },
    {
      levels: [7],
      core: [...CORE, WRITING, AGRICULTURE, ...GRADED],
      choice: { among: [SPANISH, ICT], offered: 2, chosen: 1 },
      tested: TESTED,
    },
  ],
  criteria: { levels: [1], details: CRITERIA },
  archiveSubjects: [
    MATHEMATICS,
    LANGUAGE_ARTS,
    SCIENCE,
    SOCIAL_STUDIES,
    SPANISH,
    ARCHIVED_PHYSICAL_EDUCATION,
    ARCHIVED_ARTS,
    TECHNOLOGY,
    ICT,
  ],
  places: {
    formTeacher: { form_level: 6, index: 0 },
    courseWorkOnly: { form_level: 2, index: 1 },
    archive: { form_level: 6, index: 0 },
  },
};
