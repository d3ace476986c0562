import { signedCookie } from "#access/session-cookie.server.ts";
import { STUDENT_PAGE_SIZES } from "./params.rules.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Adds the page size from a cookie to a query that has none. */
export async function withRememberedPageSize(request: Request) {
  const query = new URL(request.url).searchParams;
  const remembered = await cookie().parse(request.headers.get("Cookie"));
  const input = query.get("rows");
  if (input === null && STUDENT_PAGE_SIZES.includes(remembered)) query.set("rows", String(remembered));
  const chosen = Number(input);
  const isNew = STUDENT_PAGE_SIZES.includes(chosen) && chosen !== remembered;
  return { query, headers: isNew ? { "Set-Cookie": await cookie().serialize(chosen) } : undefined };
}

/** The value is no secret, but the signature ensures that only numbers the server wrote come back. */
function cookie() {
  return signedCookie("student-rows", YEAR_SECONDS);
}
