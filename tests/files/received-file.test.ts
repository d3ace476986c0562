import { expect, test } from "vitest";
import { receiveFile } from "#files/received-file.server.ts";

const PART = 'Content-Disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\nhalf a picture';

// An unhandled error of a part would end the process: here it would fail the run.
test.each([
  ["the file", "picture"],
  ["a file that nobody asked for", "signature"],
])("a form that ends in the middle of %s is refused", async (_, name) => {
  const headers = { "Content-Type": "multipart/form-data; boundary=edge" };
  const body = `--edge\r\n${PART}`;
  const request = new Request("http://termbook.test/", { method: "POST", headers, body });

  const received = receiveFile(request, { name, most: 1000 }, () => Promise.resolve("taken"));

  await expect(received).rejects.toMatchObject({ kind: "badRequest" });
});
