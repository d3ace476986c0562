import type { Client } from "pg";
import { onTestFinished } from "vitest";
import { connected } from "./answer-of.ts";

export async function connectionOf(databaseUrl: string): Promise<Client> {
  const client = await connected(databaseUrl);
  onTestFinished(() => client.end());
  return client;
}
