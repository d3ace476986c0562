import { data, redirect } from "@remix-run/node";
import { parseForm } from "#access/posted-form.server.ts";
import { formatDate } from "#domain/dates.ts";
import { PATHS } from "#domain/paths.ts";
import { usualTermOn } from "#domain/school/usual-terms.ts";
import { today } from "#runtime/clock.ts";
import { isFirstRunCode } from "#runtime/first-run-code.ts";
import { createSchool } from "./create-school.server.ts";
import {
  FIRST_RUN_FIELDS,
  type FirstRunAnswer,
  type FirstRunErrors,
  type TypedSchool,
} from "./first-run.rules.ts";
import { NewSchoolForm } from "./new-school.schema.server.ts";

const WRONG_CODE = "This is not the code. It stands where Termbook was started, below its address.";

/** Every school of this product is in Trinidad and Tobago; its own row does not exist yet. */
const TIME_ZONE = "America/Port_of_Spain";

/** The year and term that the calendar is in, proposed before anything was typed. */
export function readFirstRun() {
  return { usual: usualTermOn(today(TIME_ZONE)) };
}

/** Makes the school of the form, or says beside which field why not; what was typed comes back. */
export async function takeNewSchool(form: FormData, address: string) {
  if (!isFirstRunCode(textOf(form, "code"))) return notMade(form, { code: WRONG_CODE });
  const parsed = parseForm(form, NewSchoolForm);
  if (!parsed.ok) return notMade(form, parsed.errors);
  const made = await createSchool(parsed.value, address);
  if (made.outcome === "exists") throw redirect(PATHS.firstRun);
  if (made.outcome === "refused") return notMade(form, made.errors);
  const { until, ...account } = made.account;
  return data<FirstRunAnswer>({
    made: { ...account, voidAfter: formatDate(until) },
    typed: null,
    errors: null,
  });
}

function notMade(form: FormData, errors: FirstRunErrors) {
  const typed = Object.fromEntries(FIRST_RUN_FIELDS.map((name) => [name, textOf(form, name)])) as TypedSchool;
  return data<FirstRunAnswer>({ made: null, typed, errors }, { status: 422 });
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
