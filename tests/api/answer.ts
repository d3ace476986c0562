import { dispatch } from "#api/dispatch/dispatch.server.ts";

export type Answered = { status: number; headers: Headers; body: unknown };

/** What a call answers, to a caller from this machine over plain HTTP. */
export async function answered(request: Request): Promise<Answered> {
  const response = await dispatch(request, { ip: "127.0.0.1", secure: false });
  const isJson = response.headers.get("Content-Type")?.includes("json");
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text ? JSON.parse(text) : text,
  };
}
