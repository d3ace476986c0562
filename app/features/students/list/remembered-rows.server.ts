import { signedCookie } from "#access/session-cookie.server.ts";
import { STUDENT_ROWS } from "./params.rules.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Adds the last chosen number of rows, which a cookie stores, to a query that has none. */
export async function withRememberedRows(request: Request) {
  const query = new URL(request.url).searchParams;
  const remembered = await cookie().parse(request.headers.get("Cookie"));
  const input = query.get("rows");
  if (input === null && STUDENT_ROWS.includes(remembered)) query.set("rows", String(remembered));
  const chosen = Number(input);
  const isNew = STUDENT_ROWS.includes(chosen) && chosen !== remembered;
  return { query, headers: isNew ? { "Set-Cookie": await cookie().serialize(chosen) } : undefined };
}

/** The cookie is signed, although its value is no secret, so that only numbers that the server wrote come back. */
function cookie() {
  return signedCookie("student-rows", YEAR_SECONDS);
}
