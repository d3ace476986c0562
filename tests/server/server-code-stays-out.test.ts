import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { forbidServerCodePlugin } from "#server/vite-plugins.ts";

test.each(["db/limits.js", "jobs/definitions.js", "templates/index.js", "node_modules/zod/index.js"])(
  "the browser's build fails when %s is in it, and names the imports that brought it",
  async (forbidden) => {
    const root = await project({
      "app/entry.js": 'import("./sheet.js");',
      "app/sheet.js": 'import { limit } from "./words.js"; console.log(limit);',
      "app/words.js": `import { LIMIT } from "../${forbidden}"; export const limit = LIMIT + 1;`,
      [forbidden]: "export const LIMIT = Number(globalThis.limit);",
    });

    const building = buildOf(root);

    const chain = ["app/entry.js", "app/sheet.js", "app/words.js", forbidden].join("\n  -> ");
    await expect(building).rejects.toThrow(`Server code would reach the browser:\n  ${chain}\n`);
  },
);

test("what is imported but not used, and what only the server's build has, is no fault", async () => {
  const root = await project({
    "app/entry.js": 'import { LIMIT } from "../db/limits.js"; console.log("unused");',
    "app/server.js": 'import { LIMIT } from "../db/limits.js"; console.log(LIMIT);',
    "db/limits.js": "export const LIMIT = Number(globalThis.limit);",
    "package.json": '{ "sideEffects": false }',
  });

  const forBrowser = buildOf(root);
  const forServer = buildOf(root, { ssr: "app/server.js" });

  await expect(forBrowser).resolves.toBeDefined();
  await expect(forServer).resolves.toBeDefined();
});

async function project(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "termbook-build-"));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  return root;
}

function buildOf(root: string, { ssr = false }: { ssr?: string | false } = {}) {
  const input = join(root, "app/entry.js");
  return build({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [forbidServerCodePlugin()],
    build: { ssr, write: false, rollupOptions: ssr ? {} : { input } },
  });
}
