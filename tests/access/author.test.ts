import { expect, test } from "vitest";
import { createAuthorToken } from "#access/author.server.ts";
import { readPostedForm } from "#access/posted-form.server.ts";
import { requireAccess } from "#access/require-access.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import { postForm } from "#tests/support/request.ts";
import { createSchool } from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool();
const author = await createPrincipal();
const mine = createAuthorToken(author);

test("a form of one's own page is taken, and stays readable", async () => {
  const request = postForm("/app", { author: mine, seen: "it" }, author);

  const person = await requireAccess(request, "principal.sign");

  expect(person.accountId).toBe(author.accountId);
  expect((await readPostedForm(request)).get("seen")).toBe("it");
});

test("a form of another account's page is not taken from who may do the same, and comes back as it was sent", async () => {
  const request = postForm("/app", { author: mine, comment: "One\r\nTwo" }, await createPrincipal());

  const access = requireAccess(request, "principal.sign");

  await expect(access).rejects.toMatchObject({
    kind: "conflict",
    data: {
      typed: [
        ["author", mine],
        ["comment", "One\r\nTwo"],
      ],
    },
  });
});

test("whose page it was comes before what the other may do", async () => {
  const request = postForm("/app", { author: mine }, await createTeacher({ permissions: [] }));

  const access = requireAccess(request, "principal.sign");

  await expect(access).rejects.toMatchObject({ kind: "conflict" });
});

test("a page that was served without a shell around its form is nobody's", async () => {
  const access = requireAccess(postForm("/app", { author: "" }, author), "principal.sign");

  await expect(access).rejects.toMatchObject({ kind: "conflict" });
});

test("a number alone, which anybody can write into a form, is nobody's", async () => {
  const access = requireAccess(
    postForm("/app", { author: String(author.accountId) }, author),
    "principal.sign",
  );

  await expect(access).rejects.toMatchObject({ kind: "conflict" });
});

test("a password is not written into a page", async () => {
  const sent = { author: mine, currentPassword: "one that nobody reads" };
  const request = postForm("/app/profile", sent, await createTeacher());

  const access = requireAccess(request, "signed-in");

  await expect(access).rejects.toMatchObject({ kind: "conflict", data: { typed: [] } });
});

test("a form that names no author is anybody's, such as the sign-out", async () => {
  const person = await requireAccess(postForm("/app/sign-out", {}, author), "signed-in");

  expect(person.accountId).toBe(author.accountId);
});

test.each(["Application/X-WWW-Form-Urlencoded", " application/x-www-form-urlencoded ; charset=utf-8"])(
  "a form that calls itself %j is looked at too",
  async (type) => {
    const request = postForm("/app", { author: mine }, await createPrincipal());
    const headers = new Headers(request.headers);
    headers.set("Content-Type", type);

    const access = requireAccess(new Request(request, { headers }), "principal.sign");

    await expect(access).rejects.toMatchObject({ kind: "conflict" });
  },
);

test("a form in parts, in which nobody would look for its author, is taken by no page that has none of its own", async () => {
  const body = new FormData();
  body.set("author", mine);
  const headers = { Cookie: (await createPrincipal()).cookie };
  const request = new Request("http://127.0.0.1:3000/app", { method: "POST", body, headers });

  await requireAccess(request, "principal.sign");

  await expect(readPostedForm(request)).rejects.toMatchObject({ kind: "badRequest" });
});
