import { USUAL_ASSESSMENT_TYPES } from "#domain/school/usual-terms.ts";
import { buildDemoSubjects, type DemoLevel, type SchoolKind } from "./kind.ts";

/** Maximum marks other than 100, by subject id. */
const MAX_MARKS: Readonly<Record<number, number>> = { 21: 80, 38: 40, 50: 50, 51: 50, 53: 50 };

const LOWER_FORMS = [33, 18, 19, 30, 48, 23, 26, 49, 22, 28, 51, 53, 41];
const UPPER_CHOICE = [12, 14, 42, 30, 10, 19, 26, 23, 49, 22, 48, 44, 45, 29, 50, 53, 21, 38];
const SIXTH_CHOICE = [46, 42, 14, 12, 16, 11, 37, 47, 26, 23, 19, 49];

/** The departments with their subjects. `teachers` does not count the demo accounts. */
export const DEPARTMENTS = [
  { name: "Mathematics", subjects: [33, 10, 46], teachers: 7 },
  { name: "English", subjects: [18, 19, 13], teachers: 10 },
  { name: "Science", subjects: [30, 12, 14, 42], teachers: 11 },
  { name: "Humanities", subjects: [48, 23, 26, 47], teachers: 11 },
  { name: "Languages", subjects: [49, 22], teachers: 7 },
  { name: "Technology", subjects: [51, 28, 29, 50], teachers: 7 },
  { name: "Business", subjects: [44, 45, 16, 11, 37], teachers: 4 },
  { name: "Arts and Physical Education", subjects: [53, 41, 21, 38], teachers: 5 },
] as const;

const FORMS = [
  { sizes: [41, 40, 40, 39, 40], letters: "ABCDE" },
  { sizes: [40, 41, 39, 40, 40], letters: "ABCDE" },
  { sizes: [35, 42, 41, 41, 41], letters: "ABCDE" },
  { sizes: [40, 40, 41, 40, 39], letters: "ABCDE" },
  { sizes: [40, 39, 40, 41, 40], letters: "ABCDE" },
  { sizes: [20, 19, 21, 20, 20, 20, 20, 20, 19, 21], letters: "ABCDEFGHIJ" },
];

function levels(): DemoLevel[] {
  return FORMS.map(({ sizes, letters }, position) => ({
    form_level: position + 1,
    group_title: `Form ${position + 1}`,
    classes: sizes.map((size, index) => ({ form_class_id: `${position + 1}${letters[index]}`, size })),
  }));
}

export const secondary: SchoolKind = {
  flavour: "secondary",
  name: "Immortelle Government Secondary School",
  motto: "Rooted and reaching",
  address: "Bamboo Junction, Immortelle Valley, Trinidad · 868 555 0433",
  studentIdPrefix: "IG",
  firstAge: 12,
  assessmentTypes: USUAL_ASSESSMENT_TYPES.secondary,
  houses: [
    { house: "Balata", colour: "#7b1e22" },
    { house: "Chaconia", colour: "#c2541b" },
    { house: "Mora", colour: "#1f6f43" },
    { house: "Samaan", colour: "#1f4e8c" },
  ],
  levels: levels(),
  subjects: buildDemoSubjects("secondary", MAX_MARKS),
  curricula: [
    { levels: [1, 2, 3], core: LOWER_FORMS, tested: [33, 18, 30, 48, 49] },
    {
      levels: [4, 5],
      core: [33, 18],
      choice: { among: UPPER_CHOICE, offered: 10, chosen: 5 },
      tested: [33, 18],
    },
    { levels: [6], core: [13], choice: { among: SIXTH_CHOICE, offered: 6, chosen: 3 }, tested: [13] },
  ],
  criteria: { levels: [], details: {} },
  archiveSubjects: [33, 18, 30, 48, 49, 41, 53, 51, 28],
  places: {
    formTeacher: { form_level: 3, index: 0 },
    courseWorkOnly: { form_level: 6, index: 9 },
    archive: { form_level: 4, index: 0 },
  },
};
