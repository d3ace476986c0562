import { EMPLOYEES_VISIT, FIRST_VISIT, KB, SIGN_IN_VISIT, type VisitTargets } from "../budgets.ts";
import type { Figure } from "../figures.ts";
import { stylesheetsIn } from "../served-page.ts";
import { PAGE_NAMES, pageOf, type Subject } from "../subject.ts";
import { expectStatus, PLAIN_HTTP, textOf, Wire, type Received } from "./wire.ts";

type Place = { name: string; path: string; cookie: string; targets: VisitTargets };

/** Measures what a page needs before a person can read, type and submit: its HTML and style sheets. */
export async function measureFirstNeed(subject: Subject): Promise<Figure[]> {
  const { origin, cookie, sheet } = subject;
  const signIn = { name: "sign-in page", path: "/", cookie: "", targets: SIGN_IN_VISIT };
  const markSheet = { name: "mark sheet, 35 rows", path: sheet.path, cookie, targets: FIRST_VISIT };
  const employees = {
    name: PAGE_NAMES.employees,
    ...pageOf("employees", subject),
    targets: EMPLOYEES_VISIT,
  };
  const figures = [markSheet, signIn, employees].map((place) => needOf(origin, place));
  return (await Promise.all(figures)).flat();
}

export async function needOf(origin: string, { name, path, cookie, targets }: Place): Promise<Figure[]> {
  const secure = await fetchNeed(new Wire(origin, cookie), path, {});
  const plain = await fetchNeed(new Wire(origin, cookie), path, PLAIN_HTTP);
  const words = `${name}, first visit, HTML + CSS`;
  return [
    { what: words, measured: down(secure), unit: "KB", ...targets.kb },
    { what: "… without headers", measured: bodies(secure), unit: "KB" },
    { what: "… on plain HTTP (gzip)", measured: down(plain), unit: "KB", ...targets.kb },
    { what: "… requests", measured: secure.length, unit: "", ...targets.requests },
  ];
}

async function fetchNeed(wire: Wire, path: string, headers: Record<string, string>): Promise<Received[]> {
  const page = expectStatus(await wire.open(path, headers), 200, path);
  const needed = [page];
  for (const href of stylesheetsIn(textOf(page))) {
    needed.push(expectStatus(await wire.send({ path: href, headers }), 200, href));
  }
  wire.close();
  return needed;
}

function down(needed: readonly Received[]): number {
  return sum(needed.map(({ bytesDown }) => bytesDown)) / KB;
}

function bodies(needed: readonly Received[]): number {
  return sum(needed.map(({ body }) => body.length)) / KB;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
