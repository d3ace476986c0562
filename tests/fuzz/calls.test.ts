import fc from "fast-check";
import { afterAll, expect, inject, test } from "vitest";
import type { Endpoint } from "#api/dispatch/endpoint.ts";
import { API_ENDPOINTS } from "#api/index.ts";
import { answered } from "#tests/api/answer.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { planFrom } from "./plan.ts";
import { requestOf, requestsTo, told, type FuzzRequest } from "./requests.ts";
import { School } from "./school.ts";
import { Tally } from "./tally.ts";

/** The time that a document, the slowest reply, takes on a busy machine. */
const A_REQUEST_MS = 400;
const AROUND_IT_MS = 40_000;
/** Given after the time for the requests has passed, so that the last request ends within its own test. */
const LAST_REQUEST_MS = 40_000;

const plan = planFrom(process.env);
const forRequests = AROUND_IT_MS + plan.count * A_REQUEST_MS;
const databaseUrl = await freshDatabase();
const school = await School.open(inject("postgres").serverUrl, databaseUrl);
const tally = new Tally();
/** Look-ups come first, with a whole school to find; deletions come last. */
const ORDER = ["GET", "POST", "DELETE"];
const table = API_ENDPOINTS.toSorted(
  (one, other) => ORDER.indexOf(one.method) - ORDER.indexOf(other.method),
).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

afterAll(async () => {
  console.log(tally.told(plan));
  await school.close();
});

test.each(table)(
  "%s never fails, and what it refuses changes nothing",
  { timeout: forRequests + LAST_REQUEST_MS },
  async (_, endpoint) => {
    const ask = await asker(endpoint);

    const done = fc.assert(fc.asyncProperty(requestsTo(endpoint, school.known), ask), {
      seed: plan.seed,
      numRuns: plan.count,
      // Without this, requests of a call that is too slow would go on while the next call is tested, and could be
      // answered by a school that is being closed.
      interruptAfterTimeLimit: forRequests,
      markInterruptAsFailure: true,
    });

    await expect(done).resolves.toBeUndefined();
  },
);

async function asker(endpoint: Endpoint): Promise<(sent: FuzzRequest) => Promise<void>> {
  const { method } = endpoint;
  let visitors = await school.visitorsTo(endpoint);
  return async (sent) => {
    const { status } = await answered(requestOf(sent, method, visitors[sent.who]?.cookie ?? ""));
    const changes = await school.changes();
    tally.count(status);
    if (status >= 500) throw new Error(`${told(sent, method)} is answered ${status}`);
    if (changes.length > 0 && (method === "GET" || status >= 400)) {
      throw new Error(`${told(sent, method)} is answered ${status}, and changes ${changes.join(", ")}`);
    }
    // A visitor who signed out, or chose a password, is replaced by another.
    if (status === 401) visitors = await school.visitorsTo(endpoint);
  };
}
