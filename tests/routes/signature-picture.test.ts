import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { runQuery, transaction } from "#db/index.ts";
import { getLocalPath } from "#files/store.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createFormTeacher, createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import { callRoute, getRequest, postForm } from "#tests/support/request.ts";
import { TEST, createSchool } from "#tests/support/builders/school.ts";
import { createReportScenario } from "#tests/support/builders/report-scenario.ts";
import { action, loader } from "../../app/routes/signature-picture.tsx";

await freshDatabase();
await createSchool();
const NAME = "0123456789abcdef0123456789abcdef.png";
const principal = await createPrincipal();
const given = await createReportScenario();
await mkdir(path.dirname(getLocalPath(NAME)), { recursive: true });
await writeFile(getLocalPath(NAME), "a signature");
await transaction(TEST, async (t) => {
  await runQuery(
    `insert into files (file_name, kind, media_type, bytes, sha256) values ($1, 'signature', 'image/png', 11, '\\x00')`,
    [NAME],
    t,
  );
  await runQuery(
    "update employees set signature = $2 where employee_id = $1",
    [principal.employeeId, NAME],
    t,
  );
});

test("a signature is only looked at", async () => {
  const answer = await callRoute(action, postForm("/img/signatures/x", {}, principal));

  expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  expect(answer.body).toEqual({
    message: "This address does not accept this HTTP method.",
  });
});

test("a signature is shown to whose it is and, under a report, to who may read that", async () => {
  const ask = (visitor: { cookie: string }) =>
    callRoute(loader, getRequest(`/img/signatures/${NAME}`, visitor), { picture: NAME });
  const before = await ask(given.teacher);
  await transaction(TEST, (t) =>
    runQuery(
      `update term_records set signed_by = $1, signed_at = now(), signed_fingerprint = 'x', signature = $2
        where student_key = $3`,
      [principal.accountId, NAME, given.student.id],
      t,
    ),
  );

  const [own, reader, stranger] = [
    await ask(principal),
    await ask(given.teacher),
    await ask(await createFormTeacher()),
  ];

  expect([before.status, own.status, reader.status, stranger.status]).toEqual([404, 200, 200, 404]);
});

test("a browser asks each time whether a signature may still be seen, and gets no second copy", async () => {
  const path = `/img/signatures/${NAME}`;
  const first = await callRoute(loader, getRequest(path, principal), { picture: NAME });
  const known = (who: typeof principal | null) => {
    const request = getRequest(path, who);
    request.headers.set("If-None-Match", first.headers.get("ETag") ?? "");
    return callRoute(loader, request, { picture: NAME });
  };

  const [again, signedOut] = [await known(principal), await known(null)];

  expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
  expect([again.status, again.body, signedOut.status]).toEqual([304, "", 401]);
});

test("nobody and a name that is no file's get nothing", async () => {
  const teacher = await createTeacher();

  const stranger = await callRoute(loader, getRequest(`/img/signatures/${NAME}`), { picture: NAME });
  const outside = await callRoute(loader, getRequest("/img/signatures/x", teacher), {
    picture: "../session-secret",
  });

  expect([stranger.status, outside.status]).toEqual([401, 404]);
});
