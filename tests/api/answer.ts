import { dispatchApiCall } from "#api/dispatch/dispatch.server.ts";
import { callRoute, type RequestResult } from "#tests/support/request.ts";
import { refuseUndescribed } from "./openapi/described.ts";

/** Calls an endpoint from this machine over plain HTTP, and checks the response against its description. */
export async function answered(request: Request): Promise<RequestResult> {
  const answer = await callRoute(({ context }) => dispatchApiCall(request, context), request);
  refuseUndescribed(request, answer);
  return answer;
}
