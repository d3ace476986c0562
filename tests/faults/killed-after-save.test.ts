import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { killDatabase } from "#tests/support/postgres/kill-database.ts";
import { startEmbedded, type EmbeddedServer } from "#db/embedded.ts";
import { migrate } from "#db/migrate.ts";
import { startWeb, temporaryDirectory } from "#tests/support/server.ts";

const ROUNDS = 2;

const dataDir = await temporaryDirectory();
const cluster = path.join(dataDir, "database");
let server: EmbeddedServer = await startEmbedded({ dataDir: cluster, log: () => undefined });

afterAll(() => server.stop());

test("a mark that was answered as saved is there after web process and database are killed", async () => {
  await migrate(server.url);
  const { url, cookie, student } = await givenSheet(server.url);
  let base = 0;

  for (let round = 1; round <= ROUNDS; round += 1) {
    const web = await startWeb({ databaseUrl: server.url, dataDir });
    const answer = await fetch(new URL(`${url}/save`, web.origin), {
      method: "POST",
      headers: { "Content-Type": "application/json", Cookie: cookie, Origin: web.origin },
      body: JSON.stringify({
        saveId: `round-${round}-of-it`,
        rows: [{ row: student, base, changes: { mark: 50 + round } }],
      }),
    });
    const { results } = (await answer.json()) as {
      results: [{ outcome: string; stored: { version: number } }];
    };
    await Promise.all([web.kill(), killDatabase(server.url)]);
    // Nothing is left to stop, but a server that does not leave counts as a user of the next one.
    await server.stop().catch(() => undefined);

    server = await startEmbedded({ dataDir: cluster, log: () => undefined });

    expect(results[0].outcome).toBe("saved");
    expect(await storedMark(server.url, student)).toBe(50 + round);
    base = results[0].stored.version;
  }
});

async function givenSheet(databaseUrl: string) {
  process.env.DATABASE_URL = databaseUrl;
  const { createTeacher } = await import("#tests/support/builders/people.ts");
  const { createSchool, createClass, createLesson, TERM_IDS } =
    await import("#tests/support/builders/school.ts");
  const { createStudents } = await import("#tests/support/builders/students.ts");
  const { closeConnections } = await import("#db/index.ts");
  await createSchool();
  const teacher = await createTeacher();
  const schoolClass = await createClass();
  const { lessonId } = await createLesson(teacher, schoolClass);
  const [student] = await createStudents(schoolClass, 1);
  await closeConnections();
  return {
    url: `/app/mark-sheet/${lessonId}/${TERM_IDS[2]}/1`,
    cookie: teacher.cookie,
    student: String(student?.id),
  };
}

async function storedMark(databaseUrl: string, student: string): Promise<number | undefined> {
  const sql = "select mark::float8 as mark from marks where student_key = $1";
  const [found] = await queryDatabase<{ mark: number }>(databaseUrl, sql, [student]);
  return found?.mark;
}
