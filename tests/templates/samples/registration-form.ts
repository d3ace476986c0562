import { fileURLToPath } from "node:url";
import { awkwardNames } from "./names.ts";
import { samplePrintTime, sampleSchool } from "./school.ts";
import type {
  FormLine,
  FormTick,
  RegistrationForm,
  RegistrationForms,
} from "#templates/registration-form/data.ts";

type Fact = readonly [label: string, value: string, share: number];

const PICTURE = fileURLToPath(new URL("student.jpg", import.meta.url));
const ANAYA = { first: "Anaya", other: "Celestine", last: "Ramdeen-Joseph" };

const STUDENT: readonly Fact[][] = [
  [
    ["Date of birth", "14 Mar 2016", 113],
    ["Gender", "Female", 79],
    ["Birth certificate PIN", "T-2016-0314-118", 147],
    ["Student ID", "PH-20418", 113],
  ],
  [
    ["Class", "Standard 4", 80],
    ["Teacher", "Mrs. A. Ramkissoon", 126],
    ["House", "Hummingbird", 95],
    ["Entry date", "6 Sep 2021", 81],
    ["Serial no.", "0418", 55],
  ],
];

const PERSONAL: readonly Fact[][] = [
  [
    ["Home address", "7 Bois Cano Avenue", 226],
    ["Town", "Poui Hill", 113],
    ["Country of birth", "Trinidad and Tobago", 136],
    ["Nationality", "Trinidadian", 113],
  ],
  [
    ["Mobile phone", "868 555 0177", 106],
    ["Email", "s.ramdeen@example.tt", 159],
    ["Ethnic group", "Mixed", 106],
    ["Religion", "Roman Catholic", 117],
    ["Blood group", "O-positive", 85],
  ],
  [
    ["Previous school", "Little Kiskadee Primary School", 230],
    ["SEA number", "2021 044 118", 90],
    ["SEA score", "238.415", 60],
    ["SEA placement", "Placed by the Ministry", 120],
  ],
  [
    ["Device", "Tablet", 60],
    ["Distance to school (km)", "12.5", 90],
  ],
];

const PERSONAL_TICKS = ["Internet access", "School feeding", "Eligible for transport", "Book grant"];

const HEALTH: readonly Fact[] = [
  ["Allergies", "Shellfish, penicillin", 259],
  ["Other health conditions", "Carries an inhaler for sports days", 362],
];

const EMERGENCY: readonly Fact[][] = [
  [
    ["Emergency contact", "Gloria Ramdeen", 254],
    ["Relation", "Grandmother", 160],
    ["Mobile phone", "868 555 0166 (WhatsApp)", 160],
  ],
  [
    ["Home phone", "868 555 0152", 191],
    ["Work phone", "", 191],
    ["Second number", "868 555 0170", 192],
  ],
];

const HOME: readonly Fact[] = [
  ["Lives with", "Both parents", 200],
  ["Custody or court order", "Yes", 120],
  ["Details of the order", "Only the mother or the grandmother collects her", 300],
];

const FAMILY: readonly (readonly [label: string, father: string, mother: string])[] = [
  ["Name", "Rawle Joseph", "Sharda Ramdeen"],
  ["Marital status", "Married", "Married"],
  ["Home address", "7 Bois Cano Avenue, Poui Hill", "7 Bois Cano Avenue, Poui Hill"],
  ["Mobile phone", "868 555 0131", "868 555 0177 (WhatsApp)"],
  ["Home phone", "868 555 0190", "868 555 0190"],
  ["Work phone", "868 555 0114", ""],
  ["Second number", "", "868 555 0178"],
  ["Email", "rawle.joseph@example.tt", "s.ramdeen@example.tt"],
  ["Occupation", "Electrician", "Nurse"],
  ["Employer", "Cascadura Electrical Ltd.", "Poui Hill Health Centre"],
  ["Work address", "22 Rail Street, Santa Rita", "Hospital Road, Poui Hill"],
  ["ID card", "1981 0412 038", "1984 1120 071"],
];

const IMMUNISED = ["Chicken pox", "Diphtheria", "Hepatitis", "Measles", "Polio", "Rheumatic fever"];
const CONDITIONS = ["Asthma", "Diabetes", "Epilepsy", "Poor eyesight", "Poor hearing", "TB"];

type Words = typeof ANAYA & { picture?: string | null; said?: (words: string) => string };

/** Builds a sample form. @param said changes a value, for example to an empty or a very long text */
function formOf({ first, other, last, picture = PICTURE, said = (words) => words }: Words): RegistrationForm {
  const line = (facts: readonly Fact[]): FormLine =>
    facts.map(([label, value, share]) => ({ label, value: said(value), share }));
  const ticks = (labels: readonly string[]): FormTick[] =>
    labels.map((label, index) => ({ label, isTicked: said(label) !== "" && index % 2 === 0 }));
  const names = [
    { label: "First name", value: first, share: 141 },
    { label: "Other name", value: other, share: 141 },
    { label: "Last name", value: last, share: 184 },
  ];
  return {
    period: "Academic year 2025–2026",
    picture,
    foot: [`${first} ${other} ${last}`, "PH-20418", "Standard 4", "2025–2026"],
    student: [names, ...STUDENT.map(line)],
    personal: { lines: PERSONAL.map(line), ticks: ticks(PERSONAL_TICKS) },
    medical: {
      groups: [
        { title: "Immunised against", ticks: ticks([...IMMUNISED, "Tetanus", "Typhoid", "Yellow fever"]) },
        { title: "Health conditions", ticks: ticks(CONDITIONS) },
      ],
      lines: [line(HEALTH)],
    },
    family: {
      people: ["Father", "Mother", "Guardian"],
      rows: FAMILY.map(([label, ...values]) => ({ label, values: [...values.map(said), ""] })),
      emergency: EMERGENCY.map(line),
      home: [line(HOME)],
    },
  };
}

function documentOf(words: readonly Words[]): RegistrationForms {
  return {
    school: sampleSchool,
    printed: samplePrintTime,
    title: "Registration forms, Standard 4, 2025–2026",
    forms: words.map(formOf),
  };
}

export const samples: Record<string, RegistrationForms> = {
  one: documentOf([ANAYA]),
  "nothing known": documentOf([{ ...ANAYA, picture: null, said: () => "" }]),
  "long answers": documentOf([{ ...ANAYA, said: (words) => Array(4).fill(words).join(", ") }]),
  "awkward names": documentOf(
    awkwardNames.map((name) => {
      const [last = "", first = ""] = name.split(", ");
      return { first, last, other: "" };
    }),
  ),
};
