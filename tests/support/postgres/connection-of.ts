import type { Client } from "pg";
import { onTestFinished } from "vitest";
import { openConnection } from "./answer-of.ts";

export async function openTestConnection(databaseUrl: string): Promise<Client> {
  const client = await openConnection(databaseUrl);
  onTestFinished(() => client.end());
  return client;
}
