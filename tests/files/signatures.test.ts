import sharp from "sharp";
import { expect, test } from "vitest";
import { prepareSignature } from "#files/signatures.server.ts";
import { fileOf } from "./file-of.ts";

test("a signature on transparent ground is printed black on white, its margins cut", async () => {
  const drawn = await sharp(Buffer.from(pen({ background: "none" })))
    .png()
    .toBuffer();

  const prepared = await prepareSignature(await fileOf(drawn));

  expect(prepared).toMatchObject({ ok: true, width: 850 });
  expect(await lookOf(prepared)).toMatchObject({ format: "jpeg", hasAlpha: false, corner: 255 });
});

test("paper that a camera made grey is white again, and the ink stays dark", async () => {
  const photograph = await sharp(Buffer.from(pen({ background: "#c9c4bb" })))
    .jpeg()
    .toBuffer();

  const prepared = await prepareSignature(await fileOf(photograph));
  const look = await lookOf(prepared);

  expect(look.corner).toBeGreaterThan(250);
  expect(look.darkest).toBeLessThan(60);
});

test("an empty sheet is no signature", async () => {
  const empty = await sharp({ create: { width: 850, height: 260, channels: 3, background: "white" } })
    .png()
    .toBuffer();

  const prepared = await prepareSignature(await fileOf(empty));

  expect(prepared).toEqual({
    ok: false,
    fault: "The picture has no visible signature. Use dark ink, or draw the signature again.",
  });
});

test.each([
  ["a drawing that can hold scripts", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ["a page", "<!doctype html><script>alert(1)</script>"],
  ["the beginning of a picture", Buffer.from("ffd8ffe000104a464946000101", "hex")],
])("%s is not taken for a signature", async (_, content) => {
  const prepared = await prepareSignature(await fileOf(Buffer.from(content)));

  expect(prepared).toEqual({
    ok: false,
    fault: "This is not a JPEG, PNG or WebP picture. Choose another file.",
  });
});

function pen({ background }: { background: string }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">
    <rect width="1200" height="800" fill="${background}"/>
    <path d="M300 400C400 200 500 600 900 380" fill="none" stroke="#1d2b4f" stroke-width="9"/></svg>`;
}

async function lookOf(prepared: Awaited<ReturnType<typeof prepareSignature>>) {
  if (!prepared.ok) throw new Error(prepared.fault);
  const { format, hasAlpha } = await sharp(prepared.content).metadata();
  const { data } = await sharp(prepared.content).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { format, hasAlpha, corner: data[0] ?? 0, darkest: Math.min(...data) };
}
