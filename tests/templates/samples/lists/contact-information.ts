import { sampleHeading } from "./heading.ts";
import { awkwardNames, sampleNames } from "../names.ts";
import type { ContactInformation } from "#templates/contact-information/list.ts";

type Student = ContactInformation["groups"][number]["rows"][number];

export const samples: Record<string, ContactInformation> = {
  typical: listOf({ "": sampleNames }),
  "awkward names": listOf({ "": awkwardNames }),
  "two classes": listOf({ "Std 1 A": sampleNames.slice(0, 28), "Std 1 S": sampleNames.slice(4, 32) }),
  "no students": listOf({ "": [] }),
};

function listOf(classes: Readonly<Record<string, readonly string[]>>): ContactInformation {
  const groups = Object.entries(classes).map(([title, names]) => ({ title, rows: names.map(student) }));
  const heading = { ...sampleHeading, title: "Contact information" };
  return { ...heading, keys: [{ letter: "1 868", meaning: "before each number" }], groups };
}

function student(name: string, index: number): Student {
  const [last = ""] = name.split(", ");
  const phone = (digit: number) => `555 0${digit}${String(10 + index).slice(-2)}`;
  const mother = {
    relation: "Mother",
    name: `Patrice ${last}`,
    isFirst: false,
    mobile: phone(1),
    home: index % 3 === 0 ? phone(2) : "",
    work: "",
    second: index % 4 === 0 ? phone(4) : "",
  };
  const first =
    index % 6 === 2
      ? { relation: "", name: null, mobile: "", home: "", work: "", second: "", isFirst: true }
      : { ...mother, relation: "Neighbour", name: "Iris Joseph", isFirst: true };
  const father = { ...mother, relation: "Father", name: `Curtis ${last}`, work: phone(3) };
  return { name, address: `${index + 1} Samaan Trace, Poui Hill`, contacts: [first, mother, father] };
}
