import { kindOf, statusOf } from "./errors.ts";
import { log } from "./log.ts";

export type JsonBody = { status: number; body: object; headers?: Record<string, string> };

/**
 * For routes that a script calls: whatever happens the answer is JSON, an expected error with its status and reason, a
 * surprise as 500 and in the log. Remix would answer an error of such a route with a page.
 */
export async function jsonAnswer(work: () => Promise<JsonBody>): Promise<Response> {
  const { status, body, headers } = await work().catch(refusal);
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...headers } });
}

function refusal(error: unknown): JsonBody {
  if (kindOf(error) === null) {
    log().error({ err: error }, "a call failed");
    return { status: 500, body: { reason: "Something went wrong on the server." } };
  }
  const reason = error instanceof Error ? error.message : "";
  return { status: statusOf(error), body: { reason }, headers: allowOf(error) };
}

/** RFC 9110: an answer 405 says what it takes instead. */
function allowOf(error: unknown): Record<string, string> {
  const isSaid = typeof error === "object" && error !== null && "allow" in error;
  return isSaid ? { Allow: String(error.allow) } : {};
}
