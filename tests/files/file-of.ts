import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const directories: string[] = [];

afterAll(async () => {
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true });
});

export async function fileOf(content: Uint8Array): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "termbook-file-"));
  directories.push(directory);
  const path = join(directory, "file");
  await writeFile(path, content);
  return path;
}
