import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readSource, ROOT } from "#tests/support/source.ts";

const units = readdirSync(path.join(ROOT, "deploy")).filter((name) => name.endsWith(".service"));
const settings = ["deploy/termbook.env", "deploy/termbook-owner.env"];

test.each(units)("%s starts a program that is there", (name) => {
  const [, program = ""] = /^ExecStart=.* (app\/\S+)/m.exec(readSource(`deploy/${name}`)) ?? [];

  expect(existsSync(path.join(ROOT, program))).toBe(true);
});

test.each(units)("%s is not stopped for good by a database that is away when it starts", (name) => {
  const unit = readSource(`deploy/${name}`);

  expect(unit).toMatch(/^Restart=(always|on-failure)$/m);
  expect(unit).not.toMatch(/^(Requires|BindsTo)=/m);
});

test.each(settings)("%s names variables that Termbook reads", (file) => {
  const known = readSource("app/runtime/env.ts");
  const named = [...readSource(file).matchAll(/^(?:# )?([A-Z]\w*_\w+)=/gm)].map(([, name = ""]) => name);

  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((name) => !known.includes(`  ${name}: `))).toEqual([]);
});
