import { dispatch } from "#api/dispatch/dispatch.server.ts";
import { call, type Answer } from "#tests/support/request.ts";

/** What a call answers, to a caller from this machine over plain HTTP. */
export function answered(request: Request): Promise<Answer> {
  return call(({ context }) => dispatch(request, context), request);
}
