import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server.js";

/** The HTML that a browser gets, script or not: links and forms need a router around them. */
export async function renderPage(page: ReactNode, path = "/"): Promise<string> {
  const handler = createStaticHandler([{ path: "*", element: page }]);
  const context = await handler.query(new Request(`http://school.test${path}`));
  if (context instanceof Response) throw new Error("a page of a test never redirects");
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToStaticMarkup(<StaticRouterProvider context={context} hydrate={false} router={router} />);
}
