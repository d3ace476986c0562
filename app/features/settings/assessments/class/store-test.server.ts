import { z } from "zod";
import { oneLine } from "#access/forms/form-values.schema.server.ts";
import { parseForm } from "#access/posted-form.server.ts";
import {
  addTest,
  changeTest,
  removeFortnightlyTests,
  setTests,
  type SetTest,
} from "#db/queries/assessments/fortnightly.ts";
import {
  classConfiguration,
  configuredSubjects,
  type ClassConfiguration,
} from "#db/queries/assessments/configuration.ts";
import { lockConfiguration } from "#db/queries/assessments/store.ts";
import { theSchool } from "#db/queries/school.ts";
import { termTransactionAlone, type TermTransaction } from "#db/term-transaction.ts";
import { formatDate } from "#domain/dates.ts";
import { isGradedSubject } from "#domain/grades.ts";
import type { Person } from "#domain/person.ts";
import { isFortnightly } from "#domain/terms.ts";
import { marksWere } from "#fields/assessment.ts";
import { notFound } from "#runtime/errors.ts";
import type { Sent } from "../../refused-fields.tsx";
import { notStored, versionIn, type Stored } from "../../stored.server.ts";
import { LONGEST_TEST, type ClassInTerm } from "../assessments.rules.ts";
import { classIn, idIn } from "../place-in-form.server.ts";

const NAMELESS = "Name the test.";
const LARGEST = 1_000;

const TestForm = z.object({
  title: oneLine(LONGEST_TEST, NAMELESS).refine((title) => title !== "", NAMELESS),
  day: z.iso.date("This is not a day of the calendar.").optional(),
  max: z
    .string()
    .regex(/^\d{1,4}([.,]\d{1,2})?$/, "A max mark is a number.")
    .transform((typed) => Number(typed.replace(",", ".")))
    .refine((max) => max > 0 && max <= LARGEST, `A max mark is more than 0 and at most ${LARGEST}.`)
    .optional(),
});

type Named = z.output<typeof TestForm>;
type Held = { key: ClassInTerm; held: ClassConfiguration; tests: SetTest[] };

/** Adds, changes or removes a fortnightly test of a class, as the form's `intent` says. @throws notFound, badRequest */
export async function storeTest(person: Person, form: FormData): Promise<Stored> {
  const intent = form.get("intent");
  const key = classIn(form);
  const parsed = intent === "remove" ? null : parseForm(form, TestForm);
  if (parsed && !parsed.ok) return notStored(422, form, parsed.errors);
  return termTransactionAlone(person, async (t) => {
    await lockConfiguration(key, t);
    const held = await classConfiguration(key, t);
    if (!held || !isFortnightly(held.assessment_type))
      throw notFound("There are no fortnightly tests in this class.");
    if (!held.is_current) return notStored(409, form, { title: "This term is over." });
    const found = { key, held, tests: await setTests(key, t) };
    if (!parsed) return remove(found, form, t);
    return intent === "add"
      ? add(found, { form, named: parsed.value }, t)
      : change(found, { form, named: parsed.value }, t);
  });
}

type Given = { form: FormData; named: Named };

async function add(found: Held, { form, named }: Given, t: TermTransaction): Promise<Stored> {
  const faults = faultsOf(found, named, null);
  if (faults) return notStored(422, form, faults);
  const { key, held } = found;
  const [{ flavour }, subjects] = [
    await theSchool(t),
    await configuredSubjects({ ...key, subjects: null }, t),
  ];
  const marked = subjects.filter(({ subject_id }) => !isGradedSubject(flavour, subject_id, held.form_level));
  const ids = marked.map(({ subject_id }) => subject_id);
  const { title, day = null, max = null } = named;
  await addTest({ ...key, title, test_date: day, max_mark: max, subjects: ids }, t);
  return { ok: true, words: `${title} added` };
}

async function change(found: Held, { form, named }: Given, t: TermTransaction): Promise<Stored> {
  const test = testOf(found, form);
  if (test.version !== versionIn(form)) return notStored(409, form, { title: staleWords(test) });
  const faults = faultsOf(found, named, test);
  if (faults) return notStored(422, form, faults);
  const { fortnightly_test_id } = test;
  await changeTest({ fortnightly_test_id, title: named.title, test_date: named.day ?? null }, t);
  return { ok: true, words: `${named.title} saved` };
}

async function remove(found: Held, form: FormData, t: TermTransaction): Promise<Stored> {
  const { entered, title, fortnightly_test_id } = testOf(found, form);
  if (entered > 0) return notStored(422, form, { title: `Not removed: ${marksWere(entered)} given in it.` });
  const { academicTermId } = found.key;
  await removeFortnightlyTests({ academicTermId, testIds: [fortnightly_test_id] }, t);
  return { ok: true, words: `${title} removed` };
}

/** @throws notFound where it was removed meanwhile */
function testOf({ tests }: Held, form: FormData): SetTest {
  const id = idIn(form, "test");
  const test = tests.find(({ fortnightly_test_id }) => fortnightly_test_id === id);
  if (!test) throw notFound("This test was removed in the meantime.");
  return test;
}

function faultsOf({ held, tests }: Held, { title, day }: Named, own: SetTest | null): Sent["errors"] | null {
  const isTaken = tests.some((each) => each !== own && each.title === title);
  if (isTaken) return { title: "Another test of this class is called that." };
  const isOutside = day !== undefined && (day < held.term_start || day > held.term_end);
  return isOutside
    ? { day: `The term is from ${formatDate(held.term_start)} to ${formatDate(held.term_end)}.` }
    : null;
}

function staleWords({ title, test_date }: SetTest): string {
  const day = test_date ? formatDate(test_date) : "no day";
  return `Somebody changed this test in the meantime. It is now: ${title}, ${day}.`;
}
