import { expect, test } from "vitest";
import { freshDatabase } from "#tests/support/database.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import { getRequest, type Visitor } from "#tests/support/request.ts";
import { createSchool } from "#tests/support/builders/school.ts";
import { answered } from "./answer.ts";

await freshDatabase();
const { currentTermId } = await createSchool();
const teacher = await createTeacher();

const CARD = `/api/report-card?academic_term_id=${currentTermId}&student_id=nobody`;
const BROWSER = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const VIEWER = "/app/term-reports/4/202520262/17/card?of=class";

test.each<[string, string, Visitor, number, string, string]>([
  ["without a session", CARD, null, 401, "You have been signed out", "Sign in to continue."],
  ["for nobody's card", CARD, teacher, 404, "Not found", "You cannot open this student"],
  [
    ...(["for a format it lacks", `${CARD}&format=xlsx`, teacher, 422, "Nothing was changed"] as const),
    "Some values were not accepted. This must be pdf or docx.",
  ],
  ["for half a question", "/api/report-card", teacher, 422, "Nothing was changed", ""],
])(
  "a person who opens a document %s reads why, and can try again",
  async (_how, path, visitor, status, heading, why) => {
    const answer = await open(path, visitor);

    const html = String(answer.body);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(html).toContain(`>${heading}</h1>`);
    expect(html).toMatch(new RegExp(`<p data-refused="${status}">${why}.*</p>`));
    expect(html).toContain(`<a href="${path.replaceAll("&", "&amp;")}"`);
  },
);

test("who is signed out is led to the sign-in around the viewer, and back to its page", async () => {
  const html = String((await open(CARD, null, { Referer: `https://school.example${VIEWER}` })).body);
  const elsewhere = String((await open(CARD, null, { Referer: "https://elsewhere.example/x" })).body);

  const next = encodeURIComponent(VIEWER);
  expect(html).toContain(`<a href="/?next=${next}" target="_top"`);
  expect(elsewhere).toContain('<a href="/?next=%2Fapp" target="_top"');
});

test("in the viewer there is no second way back", async () => {
  const [framed, alone] = await Promise.all([
    open(CARD, teacher, { "Sec-Fetch-Dest": "iframe" }),
    open(CARD, teacher, { "Sec-Fetch-Dest": "document" }),
  ]);

  expect(String(framed.body)).not.toContain("Back to Termbook");
  expect(String(alone.body)).toContain("Back to Termbook");
});

test("a script's call of a document, and a look-up that a person opens, get JSON as ever", async () => {
  const byScript = await answered(getRequest(CARD, teacher, { Accept: "*/*" }));
  const lookUp = await answered(getRequest("/api/current-term", null, BROWSER));

  expect(byScript).toMatchObject({ status: 404, body: { message: expect.any(String) } });
  expect(lookUp).toMatchObject({ status: 401, body: { message: "Sign in to continue." } });
});

function open(path: string, visitor: Visitor, headers: Record<string, string> = {}) {
  return answered(getRequest(path, visitor, { ...BROWSER, ...headers }));
}
