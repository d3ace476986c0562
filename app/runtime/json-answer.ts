import { kindOf, statusOf } from "./errors.ts";
import { log } from "./log.ts";

export type JsonBody = { status: number; body: object };

/**
 * For routes that a script calls: whatever happens the answer is JSON, an expected error with its status and reason, a
 * surprise as 500 and in the log. Remix would answer an error of such a route with a page.
 */
export async function jsonAnswer(work: () => Promise<JsonBody>): Promise<Response> {
  const { status, body } = await work().catch(refusal);
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
}

function refusal(error: unknown): JsonBody {
  if (kindOf(error) === null) {
    log().error({ err: error }, "a call failed");
    return { status: 500, body: { reason: "Something went wrong on the server." } };
  }
  return { status: statusOf(error), body: { reason: error instanceof Error ? error.message : "" } };
}
