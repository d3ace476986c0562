import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server.js";

/**
 * Renders the HTML that a browser gets, with scripts or without: links and forms need a router around them.
 * @param reply the action's reply to a form
 */
export async function renderPage(page: ReactNode, path = "/", reply?: unknown): Promise<string> {
  const handler = createStaticHandler([
    { id: "page", path: "*", element: page, action: () => reply ?? null },
  ]);
  const method = reply === undefined ? "GET" : "POST";
  const body = method === "POST" ? new URLSearchParams() : null;
  const context = await handler.query(new Request(`http://school.test${path}`, { method, body }));
  if (context instanceof Response) throw new Error("a page of a test never redirects");
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToStaticMarkup(<StaticRouterProvider context={context} hydrate={false} router={router} />);
}
