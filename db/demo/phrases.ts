import type { Employee } from "./employees.ts";
import type { Row } from "./insert.ts";

const SHARED = [
  "A pleasure to teach.",
  "Has made good progress this term.",
  "Please read together every evening.",
  "Should revise a little each day, not only before tests.",
  "Must arrive on time: the first lesson of the day is missed too often.",
  "Needs to hand in homework regularly.",
  "Works well with others and respects the rules of the class.",
  "Is capable of more when working quietly.",
  "Should ask sooner when something is not clear.",
  "Has settled in well.",
];

/** Some teachers keep phrases of their own. */
const OWN = [
  "Explains the steps of a problem clearly.",
  "Should learn the times tables by heart.",
  "Writes with feeling and a growing vocabulary.",
  "Takes part in discussions and listens to others.",
];

/** A phrase without an employee belongs to the whole school. The demo form teacher and some others keep their own. */
export function phraseRows(employees: readonly Employee[]): Row[] {
  const owners = employees.filter(
    ({ post, employee_id }) => post.demo === "formteacher" || employee_id % 6 === 0,
  );
  const shared = SHARED.map((phrase) => ({ employee_id: null, phrase }));
  const own = owners.flatMap(({ employee_id }) => OWN.map((phrase) => ({ employee_id, phrase })));
  return [...shared, ...own].map((row, index) => ({ phrase_id: index + 1, ...row }));
}
