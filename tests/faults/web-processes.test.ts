import { Agent, request, type OutgoingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { freePort } from "#tests/support/free-port.ts";
import { startProduct, type Product } from "#tests/support/server.ts";

/** Tests `npm run web` with two processes behind one port. */

const PROCESSES = 2;
const BACK_MS = 20_000;
const ASKED = 8;
const KILL_AFTER_MS = 700;
const CONNECTING_MS = 2_000;
const NAME = "Keziah-Marker";

type Several = Product & { metricsUrl: string };
type Asked = { headers?: OutgoingHttpHeaders; method?: string; body?: string; agent?: Agent };
type Row = { lesson_id: number; term_id: number; student_key: number; version: number; mark: number };

test("several processes serve one school: a session and a save of one are every one's", async () => {
  const product = await startProcesses();
  const cookie = await signIn(product);
  const rows = await markedRows(product);

  const openMenu = () => ask(product, "/app", { headers: { Cookie: cookie } });
  const saveAll = () => Promise.all(rows.map((row) => save(product, cookie, row)));
  const pages = await severalTimes(openMenu);
  const saves = await saveAll();

  await askWithNames(product, cookie);

  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
  expect(saves.map(({ body }) => body)).toEqual(saves.map(() => expect.stringContaining('"saved":1')));
  expect((await markedRows(product)).map(({ mark }) => mark)).toEqual(rows.map(otherMark));
  await answeredByAll(product, /^\/app$/, () => severalTimes(openMenu));
  await answeredByAll(product, /\/save$/, saveAll);
  const metrics = await metricsOf(product);
  expect(metrics.match(/^# TYPE termbook_http_requests_total counter$/gm)).toHaveLength(1);
  expect(metrics).toMatch(/^termbook_http_requests_total\{.*status="200",web_process="1"\} [1-9]/m);
  expect(metrics).toMatch(/^termbook_http_requests_total\{.*status="200",web_process="2"\} [1-9]/m);
  expect(metrics).toMatch(/^termbook_http_requests_total\{method="GET",route="\/app",status="200",/m);
  expect(metrics).toMatch(/^nodejs_eventloop_lag_p99_seconds\{web_process="2"\} [0-9]/m);
  expect(metrics).toMatch(/^termbook_rows_judged_total\{outcome="saved",web_process="\d"\} [1-9]/m);
  expect(metrics).toMatch(/^termbook_database_connections\{state="idle",web_process="2"\} \d/m);
  expect(
    metrics.match(/^termbook_jobs\{job="backups.keep",state="waiting",web_process="1"\} 0$/gm),
  ).toHaveLength(1);
  await expect.poll(product.web.output).toContain('"path":"/app/students"');
  expect(product.web.output()).not.toContain(NAME);
});

test("a process that is killed takes no other with it, and another comes in its place", async () => {
  const product = await startProcesses();
  const openSignIn = () => severalTimes(() => ask(product, "/"));
  const [killed = 0, other = 0] = await answeredByAll(product, /^\/$/, openSignIn);

  process.kill(killed, "SIGKILL");
  await expect
    .poll(product.web.output)
    .toMatch(/The web process [12] stopped unexpectedly\. Termbook starts it again in 0\.5 s\./);
  const answers = await openSignIn();
  const answering = await answeredByAll(product, /^\/signed-out$/, async () =>
    answers.push(...(await severalTimes(() => ask(product, "/signed-out")))),
  );

  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect([answering.has(killed), answering.has(other)]).toEqual([false, true]);
});

test("a connection that meets a process while it is killed ends: nobody waits for ever", async () => {
  const product = await startProcesses();
  const serving = await answeredByAll(product, /^\/$/, () => severalTimes(() => ask(product, "/")));
  const killed = sleep(KILL_AFTER_MS).then(() => serving.forEach((pid) => process.kill(pid, "SIGKILL")));
  const until = Date.now() + CONNECTING_MS;

  const ended = await severalTimes(async () => {
    const outcomes = new Set<string>();
    while (Date.now() < until) {
      const answered = ask(product, "/healthz").then(({ status }) => String(status));
      outcomes.add(await Promise.race([answered.catch(() => "ended"), sleep(BACK_MS, "waits")]));
    }
    return [...outcomes];
  });

  await killed;
  expect(ended.flat()).toContain("200");
  expect(ended.flat()).not.toContain("waits");
});

test("told to stop, every process answers what has begun, and nothing is left", async () => {
  const product = await startProcesses();
  const agents = Array.from({ length: ASKED }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  await Promise.all(agents.map((agent) => ask(product, "/", { agent })));

  const begun = agents.map((agent) => ask(product, "/", { agent }));
  await product.web.stop();

  expect((await Promise.all(begun)).map(({ status }) => status)).toEqual(agents.map(() => 200));
  await expect(ask(product, "/healthz")).rejects.toThrow("ECONNREFUSED");
});

async function askWithNames(product: Several, cookie: string): Promise<void> {
  const headers = { Cookie: cookie, Origin: product.origin, "Content-Type": "application/json" };
  const [row] = await markedRows(product);
  const sheet = `/app/mark-sheet/${row?.lesson_id}/${row?.term_id}/1/save`;
  await ask(product, `/app/students?search=${NAME}`, { headers });
  await ask(product, `/api/user-employee/${NAME}`, { headers });
  await ask(product, sheet, { headers, method: "POST", body: `{"saveId": ${NAME}` });
  const rows = [{ row: String(row?.student_key), base: row?.version, changes: { mark: NAME, [NAME]: NAME } }];
  await ask(product, sheet, { headers, method: "POST", body: JSON.stringify({ saveId: "of-a-name", rows }) });
}

async function startProcesses(): Promise<Several> {
  const port = await freePort();
  const settings = {
    WEB_CONCURRENCY: String(PROCESSES),
    METRICS_PORT: String(port),
    LOG_LEVEL: "info",
  };
  const product = { ...(await startProduct({ settings })), metricsUrl: `http://127.0.0.1:${port}/` };
  await expect.poll(() => countServing(product), { timeout: BACK_MS }).toBe(PROCESSES);
  return product;
}

async function metricsOf({ metricsUrl }: Several): Promise<string> {
  return (await fetch(metricsUrl)).text();
}

async function countServing(product: Several): Promise<number> {
  const metrics = await metricsOf(product);
  return metrics.match(/^process_resident_memory_bytes\{web_process="\d"\} \d+$/gm)?.length ?? 0;
}

/** Sends requests until each process has answered one: the system chooses which process accepts a connection. */
async function answeredByAll(
  product: Several,
  path: RegExp,
  askAgain: () => Promise<unknown>,
): Promise<Set<number>> {
  const askedAgain = async () => {
    await askAgain();
    return answeredBy(product, path);
  };
  await expect.poll(async () => (await askedAgain()).size, { timeout: BACK_MS }).toBe(PROCESSES);
  return answeredBy(product, path);
}

function answeredBy({ web }: Several, path: RegExp): Set<number> {
  const lines = web
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  const requests = lines.map((line) => JSON.parse(line) as { pid: number; path?: string });
  return new Set(requests.filter((line) => path.test(line.path ?? "")).map(({ pid }) => pid));
}

function severalTimes<Answer>(work: () => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: ASKED }, work));
}

/** Uses a connection of its own unless an agent keeps one. */
function ask({ origin }: Product, path: string, { headers, method = "GET", body, agent }: Asked = {}) {
  return new Promise<{ status: number; body: string; cookies: string[] }>((resolve, reject) => {
    const sent = request(
      new URL(path, origin),
      { method, agent: agent ?? false, headers: { Origin: origin, ...headers } },
      (answer) => {
        const cookies = answer.headers["set-cookie"] ?? [];
        text(answer).then((said) => resolve({ status: answer.statusCode ?? 0, body: said, cookies }), reject);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

async function signIn(product: Product): Promise<string> {
  const body = new URLSearchParams({ intent: "password", userName: "teacher", password: DEMO_PASSWORD });
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const { cookies } = await ask(product, "/?index", { method: "POST", headers, body: body.toString() });
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}

function save(product: Product, cookie: string, row: Row) {
  const { lesson_id, term_id, student_key, version } = row;
  const rows = [{ row: String(student_key), base: version, changes: { mark: otherMark(row) } }];
  return ask(product, `/app/mark-sheet/${lesson_id}/${term_id}/1/save`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Cookie: cookie },
    body: JSON.stringify({ saveId: `one-of-several-${student_key}`, rows }),
  });
}

function otherMark({ mark }: Row): number {
  return mark === 41 ? 42 : 41;
}

/** Finds marks of the current term's exam in one of the teacher's lessons, and opens a connection for each. */
async function markedRows({ databaseUrl }: Product): Promise<Row[]> {
  const rows = await queryDatabase<Row>(
    databaseUrl,
    `select l.lesson_id, m.academic_term_id as term_id, m.student_key, m.version::integer as version, m.mark::float8 as mark
       from accounts a
       join lessons l using (employee_id)
      cross join schools s
       join registrations r on r.class_id = l.class_id and r.academic_term_id = s.current_term_id
       join marks m on m.student_key = r.student_key and m.subject_id = l.subject_id
                   and m.academic_term_id = s.current_term_id and m.test_id = 1
      where a.user_name = 'teacher' and not l.by_choice and m.mark is not null
      order by l.lesson_id, m.student_key
      limit ${ASKED}`,
  );
  return rows;
}
