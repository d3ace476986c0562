import { errorHeaders, errorKind, errorStatus } from "./errors.ts";
import { log } from "./log.ts";

export type JsonBody = { status: number; body: object; headers?: Record<string, string> };

/**
 * Responds to a script in JSON even when `work` fails: with status and reason for an expected error, with 500 and a log
 * entry for an unexpected one. Remix would respond to an error with an HTML page.
 */
export async function respondWithJson(work: () => Promise<JsonBody>): Promise<Response> {
  const { status, body, headers } = await work().catch(refusal);
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...headers } });
}

/** Responds with a file, or with the reason in JSON. Remix would respond with 'Unexpected Server Error'. */
export async function respondWithFile(work: () => Promise<Response>): Promise<Response> {
  return work().catch((error: unknown) => {
    if (errorKind(error) === null) throw error;
    const message = error instanceof Error ? error.message : "";
    const headers = { "Cache-Control": "no-store", ...errorHeaders(error) };
    return Response.json({ message }, { status: errorStatus(error), headers });
  });
}

function refusal(error: unknown): JsonBody {
  if (errorKind(error) === null) {
    log().error({ err: error }, "a call failed");
    return { status: 500, body: { reason: "Something went wrong on the server. Try again in a moment." } };
  }
  const reason = error instanceof Error ? error.message : "";
  return { status: errorStatus(error), body: { reason }, headers: errorHeaders(error) };
}
