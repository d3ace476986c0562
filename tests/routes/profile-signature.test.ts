import { createAuthorToken } from "#access/author.server.ts";
import sharp from "sharp";
import { expect, test } from "vitest";
import { action, loader } from "../../app/routes/profile-signature.tsx";
import { noTransaction, queryRow } from "#db/index.ts";
import { getLocalPath } from "#files/store.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import {
  createAdmin,
  createPrincipal,
  createTeacher,
  type SignedIn,
} from "#tests/support/builders/people.ts";
import { callRoute, readFormErrors, getRequest } from "#tests/support/request.ts";
import { createSchool } from "#tests/support/builders/school.ts";

await freshDatabase();
await createSchool();

const PATH = "/app/profile/signature";
const MEGABYTE = 1024 * 1024;

test("a principal's signature is kept, replaced and removed", async () => {
  const principal = await createPrincipal();

  const first = await callRoute(action, upload(principal, await drawn()));
  const one = await stored(principal);
  await callRoute(action, upload(principal, await drawn()));
  const two = await stored(principal);
  const seen = await callRoute(loader, getRequest(PATH, principal));
  await callRoute(action, upload(principal, null, { intent: "remove" }));

  expect([first.status, first.location]).toEqual([302, "/app/profile"]);
  expect(await sharp(getLocalPath(one ?? "")).metadata()).toMatchObject({ format: "jpeg", width: 850 });
  expect(two).not.toBe(one);
  expect(seen.body).toEqual({ pictureUrl: `/img/signatures/${two}` });
  expect(await stored(principal)).toBeNull();
});

test("what is not a signature is said beside the field, and the one that is there stays", async () => {
  const principal = await createPrincipal();
  await callRoute(action, upload(principal, await drawn()));
  const before = await stored(principal);

  const answers = [
    await callRoute(action, upload(principal, null)),
    await callRoute(action, upload(principal, Buffer.from("<svg/>"))),
    await callRoute(action, upload(principal, await blank())),
    await callRoute(action, upload(principal, Buffer.alloc(11 * MEGABYTE, 1))),
  ];

  expect(answers.map((answer) => [answer.status, readFormErrors(answer)])).toEqual([
    [422, { signature: "Draw your signature, or choose a picture of it." }],
    [422, { signature: "This is not a JPEG, PNG or WebP picture. Choose another file." }],
    [
      422,
      {
        signature: "The picture has no visible signature. Use dark ink, or draw the signature again.",
      },
    ],
    [422, { signature: "This file is larger than 10 MB. Choose a smaller file." }],
  ]);
  expect(await stored(principal)).toBe(before);
});

test("a body that breaks off, or is no form, is refused", async () => {
  const principal = await createPrincipal();
  const whole = Buffer.from(await upload(principal, await drawn()).arrayBuffer());
  const type = "multipart/form-data; boundary=cut";

  const answers = [
    await callRoute(action, posted(principal, whole.subarray(0, 200), type)),
    await callRoute(
      action,
      posted(principal, Buffer.from("signature=x"), "application/x-www-form-urlencoded"),
    ),
  ];

  expect(answers.map(({ status }) => status)).toEqual([400, 400]);
});

test("what another account's page sent is not taken, with or without a picture", async () => {
  const [author, other] = [await createPrincipal(), await createPrincipal()];
  await callRoute(action, upload(other, await drawn()));
  const before = await stored(other);
  const sent = { author: createAuthorToken(author) };

  const answers = [
    await callRoute(action, upload(other, await drawn(), sent)),
    await callRoute(action, upload(other, null, { ...sent, intent: "remove" })),
  ];

  expect(answers.map(({ status }) => status)).toEqual([409, 409]);
  expect(await stored(other)).toBe(before);
});

test("only who signs reports has a signature", async () => {
  const teacher = await createTeacher();
  const admin = await createAdmin();

  const answers = [
    await callRoute(action, upload(teacher, await drawn())),
    await callRoute(loader, getRequest(PATH, teacher)),
    await callRoute(loader, getRequest(PATH, admin)),
    await callRoute(loader, getRequest(PATH, { cookie: "" })),
  ];

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 404, 302]);
});

function upload(
  { cookie }: Pick<SignedIn, "cookie">,
  picture: Buffer | null,
  fields: Record<string, string> = {},
): Request {
  const form = new FormData();
  for (const [name, value] of Object.entries({ intent: "save", ...fields })) form.set(name, value);
  form.set("signature", new File(picture ? [new Uint8Array(picture)] : [], picture ? "s.png" : ""));
  return new Request(`http://termbook.test${PATH}`, { method: "POST", body: form, headers: { cookie } });
}

function posted({ cookie }: Pick<SignedIn, "cookie">, body: Buffer, type: string): Request {
  const headers = { cookie, "Content-Type": type };
  return new Request(`http://termbook.test${PATH}`, { method: "POST", body: new Uint8Array(body), headers });
}

function drawn(): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="850" height="260">
    <path d="M50 200C200 20 500 300 800 90" fill="none" stroke="#111" stroke-width="6"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

function blank(): Promise<Buffer> {
  return sharp({ create: { width: 850, height: 260, channels: 3, background: "white" } })
    .png()
    .toBuffer();
}

async function stored({ person }: SignedIn): Promise<string | null> {
  const found = await queryRow<{ signature: string | null }>(
    "select signature from employees where employee_id = $1",
    [person.employeeId],
    noTransaction,
  );
  return found?.signature ?? null;
}
