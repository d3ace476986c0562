import { registerName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import { countsBySex } from "../class-heading.server.ts";
import { printDocument, type Print, type Printed } from "../document.server.ts";
import { schoolList, type ListedClass } from "./school-list.server.ts";

type Strips = DocumentData["school-feeding"]["strips"];

/**
 * Prints the students who eat at school, with the number of meals in each class. Allergies are private and stay out.
 */
export async function printSchoolFeeding(
  person: Person,
  { format, signal }: Print<FormatOf<"school-feeding">>,
): Promise<Printed> {
  const { heading, classes: all, flavour, fileName } = await schoolList("School feeding list", null);
  const classes = all.map((item) => ({
    ...item,
    students: item.students.filter((one) => one.school_feeding),
  }));
  const eating = classes.flatMap(({ students }) => students);
  const data = {
    ...heading,
    blank: "Week of",
    about: `${formatCountOf(eating.length, "meal")} a day`,
    counts: countsBySex(eating).slice(0, -1),
    strips: flavour === "secondary" ? byLevel(classes) : [stripOf("School", classes)],
    classes: classes.map(({ label, teacher, students }) => ({
      title: label,
      teacher,
      students: students.map(registerName),
    })),
  };
  return printDocument({ kind: "school-feeding", format, data }, { name: fileName, person, signal });
}

/** Gives each form level a line, because a secondary school has more classes than fit side by side. */
function byLevel(classes: readonly ListedClass[]): Strips {
  const titles = [...new Set(classes.map(({ group_title }) => group_title))];
  return titles.map((title) =>
    stripOf(
      title,
      classes.filter(({ group_title }) => group_title === title),
    ),
  );
}

function stripOf(title: string, classes: readonly ListedClass[]): Strips[number] {
  const meals = classes.map(({ label, students }) => ({ title: label, meals: students.length }));
  return { classes: meals, all: { title, meals: meals.reduce((sum, meal) => sum + meal.meals, 0) } };
}
