import { sampleHeading } from "./heading.ts";
import { awkwardNames, sampleNames } from "../names.ts";
import { samples as statuses } from "./registration-status.ts";
import type { RegistrationData } from "#templates/registration-data/list.ts";

export const samples: Record<string, RegistrationData> = {
  typical: dataOf(sampleNames),
  "awkward names": dataOf([...awkwardNames, "=1+1", "@x", "+1", "-1", "\t=1+1"]),
  "no students": dataOf([]),
};

function dataOf(names: readonly string[]): RegistrationData {
  return {
    ...sampleHeading,
    title: "Registration data",
    about: "Whole school",
    aside: "",
    classes: statuses.typical?.classes ?? [],
    tabs: [
      {
        title: "General",
        columns: [
          { key: "studentId", title: "Student ID", kind: "text" },
          { key: "born", title: "Date of Birth", kind: "date" },
          { key: "isOnline", title: "Internet Access", kind: "yes-no" },
        ],
        rows: names.map((name, index) => ({
          student: name,
          studentId: `PH-${index}`,
          born: index === 1 ? null : "2016-05-04",
          isOnline: index % 2 === 0,
        })),
      },
    ],
  };
}
