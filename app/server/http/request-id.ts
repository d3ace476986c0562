import type { Response } from "express";
import { randomRequestId } from "#runtime/ids.ts";

export function assignRequestId(response: Response): string {
  const id = randomRequestId();
  response.locals.requestId = id;
  return id;
}

export function getRequestId(response: Response): string {
  const { requestId } = response.locals as { requestId?: string };
  return requestId ?? "";
}
