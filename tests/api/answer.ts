import { dispatch } from "#api/dispatch/dispatch.server.ts";
import { call, type Answer } from "#tests/support/request.ts";
import { refuseUndescribed } from "./openapi/described.ts";

/** What a call answers, to a caller from this machine over plain HTTP; each answer is one that its description knows. */
export async function answered(request: Request): Promise<Answer> {
  const answer = await call(({ context }) => dispatch(request, context), request);
  refuseUndescribed(request, answer);
  return answer;
}
