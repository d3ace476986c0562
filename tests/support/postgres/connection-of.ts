import type { Client } from "pg";
import { onTestFinished } from "vitest";
import { connected } from "./answer-of.ts";

/** A connection that is open until the test ends. */
export async function connectionOf(databaseUrl: string): Promise<Client> {
  const client = await connected(databaseUrl);
  onTestFinished(() => client.end());
  return client;
}
