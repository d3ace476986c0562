import { signedCookie } from "#access/signed-cookie.server.ts";
import { STUDENT_ROWS } from "./place.rules.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** How many rows a page were chosen last in this browser stands in its address, unless another number does. */
export async function withRememberedRows(request: Request) {
  const query = new URL(request.url).searchParams;
  const remembered = await cookie().parse(request.headers.get("Cookie"));
  const asked = query.get("rows");
  if (asked === null && STUDENT_ROWS.includes(remembered)) query.set("rows", String(remembered));
  const chosen = Number(asked);
  const isNew = STUDENT_ROWS.includes(chosen) && chosen !== remembered;
  return { query, headers: isNew ? { "Set-Cookie": await cookie().serialize(chosen) } : undefined };
}

/** Signed, though it is no secret: what comes back is then a number of ours. */
function cookie() {
  return signedCookie("student-rows", YEAR_SECONDS);
}
