import { expect, test } from "vitest";
import { idsFor } from "#access/permissions.ts";
import type { Access } from "#access/permissions.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createTeacher } from "#tests/support/people.ts";
import { call, get, postForm } from "#tests/support/request.ts";
import type { Visitor } from "#tests/support/request.ts";
import { allRoutes, filledIn } from "#tests/support/routes.ts";
import type { Route, RouteModule } from "#tests/support/routes.ts";
import { createSchool } from "#tests/support/school.ts";

const ALL_IDS = [1, 2, 3, 4, 6, 7, 8, 9, 10];
const modules = import.meta.glob<RouteModule>("../../app/routes/*.{ts,tsx}");

await freshDatabase();
await createSchool();
const holders = await Promise.all(
  ALL_IDS.map(async (id) => ({ ids: [id], visitor: await createTeacher({ permissions: [id] }) })),
);
const everyone = [{ ids: [], visitor: await createTeacher({ permissions: [] }) }, ...holders];
const undecided = await createTeacher({ permissions: ALL_IDS, passwordReset: true });

test.each(allRoutes().map((route) => [route.pattern, route] as const))(
  "%s is closed to whom it is not for",
  async (_, route) => {
    const { access, handlers } = await opened(route);
    if (access === "anyone" || access === "visitor") return;
    const ids = idsFor(access);
    const wrong = everyone.filter(({ ids: held }) => ids !== null && !held.some((id) => ids.includes(id)));

    const strangers = await Promise.all(handlers.map((handle) => handle(null)));
    const beforeTheReset = await Promise.all(handlers.map((handle) => handle(undecided)));
    const refused = await Promise.all(
      wrong.flatMap(({ visitor }) => handlers.map((handle) => handle(visitor))),
    );

    expect(handlers.length).toBeGreaterThan(0);
    expect(strangers.filter((answer) => !["302 /", "401"].includes(answer))).toEqual([]);
    if (access !== "reset-password")
      expect(beforeTheReset.filter((answer) => !["302 /", "403"].includes(answer))).toEqual([]);
    expect(refused.filter((answer) => answer !== "403")).toEqual([]);
  },
);

test.each(allRoutes().map((route) => [route.pattern, route] as const))(
  "%s opens to whom it is for",
  async (_, route) => {
    const { access, handlers } = await opened(route);
    const ids = access === "anyone" || access === "visitor" ? null : idsFor(access);

    const answers: string[] = [];
    for (const handle of handlers) {
      const fitting = { permissions: ids?.slice(0, 1) ?? [], passwordReset: access === "reset-password" };
      answers.push(await handle(access === "visitor" ? null : await createTeacher(fitting)));
    }

    expect(answers.filter((answer) => ["302 /", "401", "403"].includes(answer))).toEqual([]);
  },
);

type Handle = (visitor: Visitor) => Promise<string>;

async function opened(route: Route): Promise<{ access: Access; handlers: Handle[] }> {
  const module = await modules[`../../${route.file}`]?.();
  if (!module?.access) throw new Error(`${route.file} declares no access`);
  const { path, params } = filledIn(route);
  const { access, loader, action } = module;
  const handlers: Handle[] = [];
  if (loader) handlers.push((visitor) => outcome(call(loader, get(path, visitor), params)));
  if (action) handlers.push((visitor) => outcome(call(action, postForm(path, {}, visitor), params)));
  return { access, handlers };
}

/** A surprise is none of the answers that access gives; that it does not happen is for other tests. */
async function outcome(answering: ReturnType<typeof call>): Promise<string> {
  const { status, location } = await answering.catch(() => ({ status: 500, location: null }));
  if (status !== 302) return String(status);
  return /^\/(?:$|\?)/.test(location ?? "") ? "302 /" : `302 ${location}`;
}
