import { sampleHeading } from "./heading.ts";
import { awkwardNames, sampleNames } from "../names.ts";
import type { ClassStatus, RegistrationStatus } from "#templates/registration-status/list.ts";

const MISSING = ["Medical", "immunization card", "birth date", "Personal, Medical, birth certificate", ""];

export const samples: Record<string, RegistrationStatus> = {
  typical: statusOf([sampleNames.slice(0, 11), sampleNames.slice(3, 16), [], sampleNames]),
  "awkward names": statusOf([awkwardNames]),
  complete: statusOf([[], []]),
  "no classes": statusOf([]),
};

function statusOf(classes: readonly (readonly string[])[]): RegistrationStatus {
  return {
    ...sampleHeading,
    title: "Registration status",
    about: "390 of 403 registered",
    aside: "",
    counts: [
      { figure: 13, words: "still to register" },
      { figure: 299, words: "complete" },
    ],
    notes: ["Missing: a required field of the tab is empty."],
    classes: classes.map(classOf),
  };
}

function classOf(names: readonly string[], index: number): ClassStatus {
  const students = names.map((name, index) => {
    const missing = MISSING[index % MISSING.length] ?? "";
    return { name, missing, isRegistered: missing !== "" && index % 6 !== 5 };
  });
  const left = students.filter(({ isRegistered }) => !isRegistered).length;
  return {
    label: `Std ${index + 1} A`,
    teacher: "Ms. T. Noel",
    enrolled: 40,
    registered: 40 - left,
    students,
    missing: {
      general: 0,
      personal: 2,
      medical: index,
      family: 1,
      birthCertificate: 3,
      immunizationCard: 15,
    },
  };
}
