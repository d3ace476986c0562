import type { Locator } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { PATHS, registerUrl, type RegisterKey } from "#domain/paths.ts";
import { readUnsentRows } from "#tests/support/browser/unsent.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { temporaryDirectory } from "#tests/support/server.ts";
import { Log } from "./verdict/log.ts";
import { Desk } from "./world/desk.ts";
import { Proxy, type NetworkFault } from "./world/proxy.ts";
import { School } from "./world/school.ts";

/** The school days after those that the demo has marked, morning and afternoon: each fault uses a register of its own. */
const DAYS = ["2026-06-29", "2026-06-30", "2026-07-01", "2026-07-02", "2026-07-03"];
const SESSIONS = [1, 2];

const CLASS_SIZE = 35;
const PATIENCE_MS = 45_000;
/** The time for starting, and twice the time of the faults on two busy cores. */
const TIME_MS = 400_000;

type Scene = { school: School; proxy: Proxy; desk: Desk };

/** The faults while the register that was just marked is on its way, and while its first corrections are. */
const FAULTS: readonly [name: string, make: (scene: Scene, mark: () => Promise<void>) => Promise<void>][] = [
  ["network cut before the request", throughNetwork({ kind: "cut-before" })],
  ["network cut during the request", throughNetwork({ kind: "cut-during" })],
  ["network cut after the request", throughNetwork({ kind: "cut-after", ms: 5 })],
  ["reply lost", throughNetwork({ kind: "lose-reply" })],
  ["reply broken off", throughNetwork({ kind: "break-reply" })],
  ["network stalled", throughNetwork({ kind: "hold-reply", ms: 800 })],
  ["answered by a gateway", throughNetwork({ kind: "answer", status: 502, body: "<html></html>" })],
  ["web server killed", killWeb],
  ["database restarted", restartDatabase],
  ["tab killed without network", killTab],
];

test("no register is lost, doubled or half marked, whatever goes wrong", { timeout: TIME_MS }, async () => {
  const school = await School.open(await temporaryDirectory());
  onTestFinished(() => school.close());
  const proxy = await Proxy.start(school.port);
  const desk = await Desk.launch(`${proxy.origin}${PATHS.attendanceRegister}`, new Log());
  onTestFinished(async () => {
    await desk.close();
    proxy.stop();
  });
  const form = { intent: "password", userName: "formteacher", password: DEMO_PASSWORD };
  const headers = { Origin: proxy.origin };
  await desk.page.request.post(`${proxy.origin}/?index`, { form, headers, maxRedirects: 0 });

  for (const [place, [name, make]] of FAULTS.entries()) {
    const key = { ...registerAt(place), classId: await classOf(school) };
    const before = await open(desk, proxy, key);
    await buttons(desk).nth(place).click();

    await make({ school, proxy, desk }, () => mark(desk));
    await buttons(desk).nth(20).click();
    proxy.heal();
    await allSaved(desk);

    const expected = before.map((state, row) => (row === place || row === 20 ? next(state) : state));
    expect(await storedOn(school, key), name).toEqual({ states: expected, markings: 1 });
  }
});

function registerAt(index: number): Omit<RegisterKey, "classId"> {
  const day = DAYS[Math.floor(index / SESSIONS.length)];
  const session = SESSIONS[index % SESSIONS.length];
  if (!day || !session) throw new Error("there are more faults than registers");
  return { day, session };
}

/** Returns the states on the page, which nobody has marked yet. */
async function open(desk: Desk, { origin }: Proxy, key: RegisterKey): Promise<string[]> {
  await desk.page.goto(`${origin}${registerUrl(key)}`);
  await expect.poll(() => buttons(desk).count(), { timeout: PATIENCE_MS }).toBe(CLASS_SIZE);
  return desk.page
    .locator(".entries > li")
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.said ?? ""));
}

function mark({ page }: Desk): Promise<void> {
  return page.getByRole("button", { name: "Mark the register" }).click();
}

function buttons({ page }: Desk): Locator {
  return page.locator("button[data-field='state']");
}

function next(state: string): string {
  return { P: "A", A: "L", L: "P" }[state] ?? "";
}

function throughNetwork(outcome: NetworkFault) {
  return async ({ proxy }: Scene, marking: () => Promise<void>) => {
    const trap = proxy.arm(outcome);
    await marking();
    await trap.met;
    await trap.done;
  };
}

async function killWeb({ proxy, school }: Scene, marking: () => Promise<void>): Promise<void> {
  const trap = proxy.arm({ kind: "pass" });
  await marking();
  await trap.met;
  await school.killWeb();
  await school.startWebAgain();
}

async function restartDatabase({ proxy, school }: Scene, marking: () => Promise<void>): Promise<void> {
  const trap = proxy.arm({ kind: "pass" });
  await marking();
  await trap.met;
  await school.restartDatabase();
}

/** Everything exists only on the device, and a new tab sends it. */
async function killTab({ proxy, desk }: Scene, marking: () => Promise<void>): Promise<void> {
  const address = desk.page.url();
  proxy.cut();
  await marking();
  await expect.poll(() => waiting(desk), { timeout: PATIENCE_MS }).toBe(CLASS_SIZE);
  await desk.killTab({ crash: true });
  proxy.heal();
  await desk.page.goto(address);
  await expect.poll(() => buttons(desk).count(), { timeout: PATIENCE_MS }).toBe(CLASS_SIZE);
}

async function waiting({ page }: Desk): Promise<number> {
  return (await page.evaluate(readUnsentRows)).length;
}

/** The page checks again by itself; a person who returns to it makes it check at once. */
async function allSaved(desk: Desk): Promise<void> {
  const { page } = desk;
  const isSaved = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    const unsaved = page.locator(".entries > li:not([data-phase='saved'])");
    return (await unsaved.count()) + (await waiting(desk));
  };
  await expect.poll(isSaved, { timeout: PATIENCE_MS, interval: 250 }).toBe(0);
}

async function classOf({ databaseUrl }: School): Promise<number> {
  const [found] = await queryDatabase<{ class_id: number }>(
    databaseUrl,
    `select h.class_id
       from class_teachers h
       join accounts a using (employee_id)
       join classes c using (class_id)
       join academic_terms y using (academic_year_id)
       join schools o on o.current_term_id = y.academic_term_id
      where a.user_name = 'formteacher' and h.is_lead`,
  );
  return found?.class_id ?? 0;
}

/** Lists entries in register order; `markings` counts how often entries were created in it. */
async function storedOn({ databaseUrl }: School, { classId, day, session }: RegisterKey) {
  const entries = await queryDatabase<{ state: string }>(
    databaseUrl,
    `select e.state
       from attendance_entries e
       join students s on s.id = e.student_key
      where e.class_id = $1 and e.day = $2 and e.session = $3
      order by s.last_name collate names, s.first_name collate names, s.id`,
    [classId, day, session],
  );
  const events = await queryDatabase(
    databaseUrl,
    "select from audit_events where table_name = 'attendance_entries' and row_id = $1",
    [`class:${classId}:${day}:${session}`],
  );
  return { states: entries.map(({ state }) => state), markings: events.length };
}
