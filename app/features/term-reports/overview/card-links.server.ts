import { noTransaction } from "#db/index.ts";
import type { TaughtClassRow } from "#db/queries/class-teachers.ts";
import { idOf, reportCardDocument, reportUrl, type ClassKey, type ReportKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { classesInReach, findClass, findReport, type FoundClass } from "../find-report.server.ts";
import { overviewUrl } from "./overview-address.rules.ts";
import { filterIn } from "./overview.rules.ts";

export type CardLinks = {
  title: string;
  src: string;
  closeTo: string;
  /** This student's, or those of the whole class; empty where there is nothing to choose. */
  choices: { to: string; title: string; current: boolean }[];
  downloads: { words: string; href: string }[];
};

/** Over a report: the student's card in the viewer, or with `of=class` those of the class (T7). @throws notFound */
export async function cardLinks(person: Person, key: ReportKey, query: URLSearchParams): Promise<CardLinks> {
  const found = await findReport(person, key, noTransaction);
  const url = `${reportUrl(key)}/card`;
  const ways = { student: url, class: `${url}?of=class`, closeTo: reportUrl(key) };
  return viewerOf(person, { found, ways, student: found.student, isOfClass: query.get("of") === "class" });
}

/** Over the overview: the cards of the class, or with `student` one of them. @throws notFound */
export async function overviewCards(
  person: Person,
  key: ClassKey,
  query: URLSearchParams,
): Promise<CardLinks> {
  const found = await findClass(person, key, noTransaction);
  const filter = filterIn(query.get("show"));
  const studentKey = idOf(query.get("student"));
  const student = found.students.find((each) => each.student_key === studentKey) ?? null;
  const ways = {
    student: overviewUrl(key, { filter, cards: true, studentKey }),
    class: overviewUrl(key, { filter, cards: true }),
    closeTo: overviewUrl(key, { filter }),
  };
  return viewerOf(person, { found, ways, student, isOfClass: student === null });
}

type Asked = {
  found: FoundClass;
  ways: { student: string; class: string; closeTo: string };
  student: FoundClass["students"][number] | null;
  isOfClass: boolean;
};

async function viewerOf(person: Person, { found, ways, student, isOfClass }: Asked): Promise<CardLinks> {
  const ofClass = cardsOfClass(await classesInReach(person, found.heading), found);
  if (isOfClass || student === null) {
    if (ofClass === null) throw notFound("This class has no report cards.");
    const title = `Report Cards, ${found.heading.class_label}`;
    return { title, ...documentOf(ofClass), closeTo: ways.closeTo, choices: choicesOf() };
  }
  const title = `Report Card, ${student.first_name} ${student.last_name}`;
  const ofStudent = { ...cardsNamed(found), student_id: student.student_id };
  return { title, ...documentOf(ofStudent), closeTo: ways.closeTo, choices: choicesOf() };

  function choicesOf(): CardLinks["choices"] {
    if (student === null || ofClass === null) return [];
    return [
      { to: ways.student, title: "This student", current: !isOfClass },
      { to: ways.class, title: `Whole class (${found.students.length})`, current: isOfClass },
    ];
  }
}

type Named = Record<string, string>;

function cardsNamed({ key, heading }: FoundClass): Named {
  return { academic_term_id: String(key.academicTermId), form_class_id: heading.form_class_id };
}

/** The calls know a class by form class and teacher (T7); null where that is not one class. */
function cardsOfClass(classes: readonly TaughtClassRow[], found: FoundClass): Named | null {
  const { key, heading, students } = found;
  const named = cardsNamed(found);
  const namesakes = classes.filter(({ form_class_id }) => form_class_id === heading.form_class_id);
  const teacher = namesakes.find(({ class_id }) => class_id === key.classId)?.teachers[0];
  if (students.length === 0) return null;
  if (teacher) return { ...named, employee_id: String(teacher.employee_id) };
  return namesakes.length === 1 ? named : null;
}

function documentOf(named: Named): Pick<CardLinks, "src" | "downloads"> {
  const src = reportCardDocument(named);
  return {
    src,
    downloads: [
      { words: "Download PDF", href: `${src}&download=1` },
      { words: "Word", href: `${src}&format=docx&download=1` },
    ],
  };
}
