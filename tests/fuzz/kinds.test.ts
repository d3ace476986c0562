import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, inject, test } from "vitest";
import type { Endpoint } from "#api/dispatch/endpoint.ts";
import { API_ENDPOINTS } from "#api/index.ts";
import { listSchemaFields } from "#api/openapi/json-schema.ts";
import { answered } from "#tests/api/answer.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { readSource } from "#tests/support/source.ts";
import { requestOf, requestsTo } from "./requests.ts";
import { School } from "./school.ts";
import { ANSWERED_IN } from "./answered-in.ts";

/** The seed is fixed, so that a failure is found again. */
const SEED = 7;
const MOST_TRIES = 120;
/** Statuses that depend on the visitor rather than on the request. */
const OF_THE_VISITOR = new Set([401, 403, 429]);

const school = await School.open(inject("postgres").serverUrl, await freshDatabase());
const table = API_ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

afterAll(() => school.close());

/** Strangers and wrong roles are sent to each call by tests/rules/access-walk.test.ts. */
test.each(table)("%s is answered as asked, and refuses what is wrong", async (name, endpoint) => {
  const shown = ANSWERED_IN.get(name);
  const wanted = { answered: shown === undefined, refused: takesAnything(endpoint) };

  const found = await kindsOf(endpoint, wanted);

  expect(found).toEqual(wanted);
  if (shown) expect(readSource(path.posix.normalize(shown.file))).toContain(`"${shown.test}`);
});

test("what is said to be answered elsewhere is a call", () => {
  expect([...ANSWERED_IN.keys()].filter((name) => !table.some(([call]) => call === name))).toEqual([]);
});

type Kinds = { answered: boolean; refused: boolean };

async function kindsOf(endpoint: Endpoint, wanted: Kinds): Promise<Kinds> {
  const found = { answered: false, refused: false };
  let visitors = await school.visitorsTo(endpoint);
  const requests = fc.sample(requestsTo(endpoint, school.known), { seed: SEED, numRuns: MOST_TRIES });
  for (const sent of requests) {
    const { status } = await answered(requestOf(sent, endpoint.method, visitors[sent.who]?.cookie ?? ""));
    await school.changes();
    if (status === 401) visitors = await school.visitorsTo(endpoint);
    if (status < 400) found.answered = wanted.answered;
    else if (!OF_THE_VISITOR.has(status)) found.refused = wanted.refused;
    if (found.answered === wanted.answered && found.refused === wanted.refused) break;
  }
  return found;
}

function takesAnything({ params, query, body, upload }: Endpoint): boolean {
  return upload !== null || [params, query, body].some((shape) => listSchemaFields(shape).length > 0);
}
