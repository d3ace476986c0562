import type { Level, SchoolKind, Subject } from "./kind.ts";

export const MATHEMATICS = 33;
const LANGUAGE_ARTS = 18;
const WRITING = 19;
export const READING = 20;
const SCIENCE = 30;
const SOCIAL_STUDIES = 48;
export const SPANISH = 49;
export const ICT = 28;
/** Graded in 1st Year, marked later (T5). */
const AGRICULTURE = 6;
/** Graded at every level (T5). */
export const PHYSICAL_EDUCATION = 7;
const ARTS = 8;
const FAMILY_LIFE = 9;
/** The archive's own ids (A9) of what this school grades or does not teach. */
const ARCHIVED_PHYSICAL_EDUCATION = 41;
const ARCHIVED_ARTS = 53;
const TECHNOLOGY = 51;

const SUBJECTS: readonly Subject[] = [
  { subject_id: MATHEMATICS, title: "Mathematics", abbr: "Maths" },
  { subject_id: LANGUAGE_ARTS, title: "Language Arts", abbr: "Lang. Arts" },
  { subject_id: WRITING, title: "Creative Writing", abbr: "Writing", max_mark: 20 },
  { subject_id: READING, title: "Reading and Comprehension", abbr: "Reading", max_mark: 50 },
  { subject_id: SCIENCE, title: "Science", abbr: "Science", max_mark: 50 },
  { subject_id: SOCIAL_STUDIES, title: "Social Studies", abbr: "Soc. Stud." },
  { subject_id: AGRICULTURE, title: "Agricultural Science", abbr: "Agri. Sci.", max_mark: 50 },
  { subject_id: SPANISH, title: "Spanish", abbr: "Spanish" },
  { subject_id: ICT, title: "Information and Communication Technology", abbr: "ICT", max_mark: 50 },
  { subject_id: PHYSICAL_EDUCATION, title: "Physical Education", abbr: "PE" },
  { subject_id: ARTS, title: "Visual and Performing Arts", abbr: "VAPA" },
  { subject_id: FAMILY_LIFE, title: "Health and Family Life Education", abbr: "HFLE" },
  { subject_id: ARCHIVED_PHYSICAL_EDUCATION, title: "Physical Education", abbr: "PE", inactive: true },
  { subject_id: ARCHIVED_ARTS, title: "Visual and Performing Arts", abbr: "VAPA", inactive: true },
  { subject_id: TECHNOLOGY, title: "Technology Education", abbr: "Tech. Ed.", inactive: true },
];

const CORE = [MATHEMATICS, LANGUAGE_ARTS, READING, SCIENCE, SOCIAL_STUDIES];
const GRADED = [PHYSICAL_EDUCATION, ARTS, FAMILY_LIFE];
const TESTED = [MATHEMATICS, LANGUAGE_ARTS, SCIENCE, SOCIAL_STUDIES];

/** Each subject of the first year, as a teacher of infants observes it. */
const CRITERIA = {
  [MATHEMATICS]: ["Counts to 20", "Adds and takes away", "Names shapes", "Sorts and compares"],
  [LANGUAGE_ARTS]: ["Listens", "Speaks in sentences", "Knows letters and sounds", "Writes own name"],
  [SCIENCE]: ["Observes", "Asks questions", "Tells living from non-living"],
  [SOCIAL_STUDIES]: ["Knows family and home", "Shares and takes turns", "Keeps class rules"],
  [AGRICULTURE]: ["Cares for plants", "Names garden tools"],
  [PHYSICAL_EDUCATION]: ["Runs, jumps and balances", "Plays fairly"],
  [ARTS]: ["Draws and paints", "Sings and moves in time"],
  [FAMILY_LIFE]: ["Keeps clean", "Names feelings"],
};

function level(
  form_level: number,
  form_class_id: string,
  sizes: readonly number[],
  group = form_class_id,
): Level {
  return { form_level, group_title: group, classes: sizes.map((size) => ({ form_class_id, size })) };
}

export const primary: SchoolKind = {
  flavour: "primary",
  name: "Santa Rosa Government Primary",
  motto: "Patient hands, bright minds",
  address: "14 Cocoa Panyol Road, Santa Rosa Hill, Trinidad · 868 555 0142",
  studentIdPrefix: "SR",
  firstAge: 5,
  assessmentTypes: ["Forthnightly Test", "Mid Term", "Interim Test"],
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
  subjects: SUBJECTS,
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
