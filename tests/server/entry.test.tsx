import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { Outlet, Scripts, useRouteError } from "@remix-run/react";
import { setTimeout as sleep } from "node:timers/promises";
import type { ReactNode } from "react";
import { expect, onTestFinished, test } from "vitest";
import { notFound } from "#runtime/errors.ts";
import { CONTEXT } from "#tests/support/request.ts";
import * as entry from "../../app/entry.server.tsx";
import { loadBuildHooks } from "../../app/server/http/health.ts";

test("the server process finds every function that it uses in the build", async () => {
  const hooks = await loadBuildHooks({ entry: { module: entry } } as unknown as ServerBuild);

  expect(Object.keys(hooks).filter((name) => !(name in entry))).toEqual([]);
});

test("a page whose frame throws is answered by the root, and nothing is left that could end the process", async () => {
  const unwaited: unknown[] = [];
  const note = (reason: unknown) => void unwaited.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  const handle = createRequestHandler(buildWithBrokenFrame(), "production");

  const answer = await handle(new Request("http://host/page", { method: "POST" }), CONTEXT);
  await sleep(50);

  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain("The root says so.");
  expect(unwaited).toEqual([]);
});

/**
 * Imitates the layout of /app: when an action throws, the layout's loader is not called, and the layout throws on to
 * the root.
 */
function buildWithBrokenFrame(): ServerBuild {
  const frame = { default: Outlet, ErrorBoundary: ThrowsOn };
  const page = { action: () => Promise.reject(notFound()), default: () => null };
  return {
    mode: "production",
    basename: "/",
    publicPath: "/",
    assetsBuildDirectory: "",
    isSpaMode: false,
    future: { v3_singleFetch: true } as ServerBuild["future"],
    assets: {
      version: "1",
      url: "/manifest.js",
      entry: { module: "/entry.js", imports: [] },
      routes: { root: asset("root"), frame: asset("frame", "root"), page: asset("page", "frame") },
    },
    entry: { module: entry },
    routes: {
      root: { id: "root", path: "", module: { default: Root, ErrorBoundary: RootBoundary } },
      frame: { id: "frame", parentId: "root", module: frame },
      page: { id: "page", parentId: "frame", path: "page", module: page },
    },
  };
}

function asset(id: string, parentId?: string): ServerBuild["assets"]["routes"][string] {
  return {
    id,
    parentId,
    path: id === "page" ? "page" : undefined,
    module: `/${id}.js`,
    hasAction: id === "page",
    hasLoader: false,
    hasClientAction: false,
    hasClientLoader: false,
    hasErrorBoundary: id !== "page",
  };
}

function Root() {
  return document(<Outlet />);
}

function RootBoundary() {
  return document("The root says so.");
}

function document(content: ReactNode) {
  return (
    <html>
      <body>
        {content}
        <Scripts />
      </body>
    </html>
  );
}

function ThrowsOn(): never {
  throw useRouteError();
}
