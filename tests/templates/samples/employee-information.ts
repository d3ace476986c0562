import { sampleHeading } from "./lists/heading.ts";
import { awkwardNames, sampleNames } from "./names.ts";
import type {
  EmployeeInformation,
  EmployeeRecord,
  ListedEmployee,
} from "#templates/employee-information/pdf.ts";

export const samples: Record<string, EmployeeInformation> = {
  typical: informationOf(sampleNames.slice(0, 23)),
  "awkward names": informationOf(awkwardNames),
  "no employees": informationOf([]),
};

function informationOf(names: readonly string[]): EmployeeInformation {
  const posts = ["Principal (Primary)", "Teacher I (Primary)"].map((title, position) => ({
    title,
    employees: names.filter((_name, index) => (index === 0) === (position === 0)).map(listed),
  }));
  return {
    ...sampleHeading,
    title: "Employee information, staff list",
    aside: "",
    period: "13 Apr 2026",
    about: `${names.length} employees`,
    counts: [],
    day: "13 Apr 2026",
    posts: posts.filter(({ employees }) => employees.length > 0),
    employees: names.slice(0, 3).map(record),
  };
}

function listed(name: string, index: number): ListedEmployee {
  return {
    name,
    acting: index === 3 ? "acting Head of Department since 2 Sep 2024" : "",
    teacherNumber: index === 2 ? null : `T-1${4000 + index}`,
    class: index % 3 === 0 ? null : "Std 4 R (co-teacher)",
    department: index % 2 === 0 ? "Physical Education" : null,
    inPostSince: "2018-09-03",
    inTeachingSince: "2005-09-05",
    atSchoolSince: null,
    qualification: index === 4 ? null : "Bachelor of Education",
  };
}

function record(name: string, index: number): EmployeeRecord {
  return {
    name,
    post: "Teacher I (Primary), acting Head of Department",
    picture: null,
    identifiers: [
      { label: "Employee ID", value: String(index + 1) },
      { label: "Teacher number", value: "" },
    ],
    personal: [
      [
        { label: "Date of birth", value: "22 Jun 1981" },
        { label: "Email (Ministry)", value: "anjanie.ramkissoon@example.tt" },
      ],
      [
        { label: "Mobile phone", value: "868 555 0131" },
        { label: "Home phone", value: "" },
        { label: "Home address", value: "7 Bois Cano Avenue, Poui Hill", share: 3 },
      ],
      [
        { label: "Next of kin", value: "Rawle Ramkissoon", share: 2 },
        { label: "Relation", value: "Husband" },
        { label: "Phone of next of kin", value: "868 555 0190" },
      ],
    ],
    service: [{ day: "1 Jan 2014", what: "Teacher I (Primary)", as: "substantive post", years: "12 years" }],
    documents: index === 1 ? [] : [{ title: "Letter of appointment", day: "3 Sep 2021" }],
    teachingTitle: "Teaching, 2025–2026",
    teaching: [{ label: "Subjects taught", value: "Mathematics, Language Arts, ".repeat(6) }],
    qualifications: [{ title: "CSEC", detail: "English A, Mathematics, ".repeat(8) }],
    foot: [name, `Employee ${index + 1}`, "printed 13 Apr 2026"],
  };
}
