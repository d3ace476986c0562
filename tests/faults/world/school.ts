import { chmod } from "node:fs/promises";
import path from "node:path";
import { loadDemoSchool } from "#db/demo/load.ts";
import { startEmbedded, type EmbeddedServer } from "#db/embedded.ts";
import { ensureRoles } from "#db/embedded/roles.ts";
import type { DatabaseUrls } from "#db/rights.ts";
import { migrateDatabase } from "#server/schema.ts";
import { startWeb, type WebProcess } from "#tests/support/server.ts";

const TODAY = "2026-06-26";

/**
 * The demo school as a school runs it: a database that waits for the disk and a web process, both of which can be
 * ended.
 */
export class School {
  private readonly dataDir: string;
  private database: EmbeddedServer;
  private readonly urls: DatabaseUrls;
  private web: WebProcess;

  private constructor(parts: {
    dataDir: string;
    database: EmbeddedServer;
    urls: DatabaseUrls;
    web: WebProcess;
  }) {
    this.dataDir = parts.dataDir;
    this.database = parts.database;
    this.urls = parts.urls;
    this.web = parts.web;
  }

  static async open(dataDir: string): Promise<School> {
    // When this runs as root, the database runs as another user, who needs access.
    await chmod(dataDir, 0o711);
    const database = await startDatabase(dataDir);
    const urls = await ensureRoles(database.url, dataDir);
    await migrateDatabase(urls);
    await loadDemoSchool({ databaseUrl: urls.migrationUrl, flavour: "primary", today: TODAY });
    const web = await startWeb({ databaseUrl: urls.url, dataDir });
    return new School({ dataDir, database, urls, web });
  }

  get databaseUrl(): string {
    return this.database.url;
  }

  get origin(): string {
    return this.web.origin;
  }

  get port(): number {
    return Number(new URL(this.web.origin).port);
  }

  /** The output of the web process since it was started. */
  get output(): string {
    return this.web.output();
  }

  killWeb(): Promise<void> {
    return this.web.kill();
  }

  /** Restarts it at the same address, as a supervisor would. */
  async startWebAgain(): Promise<void> {
    const { urls, dataDir, port } = this;
    this.web = await startWeb({ databaseUrl: urls.url, dataDir, port });
  }

  /** The server breaks off all running work, and recovers from its log when it starts. */
  async restartDatabase(): Promise<void> {
    const { url } = this.database;
    await this.database.stop({ now: true });
    this.database = await startDatabase(this.dataDir);
    if (this.database.url !== url) throw new Error("the database came back at another address");
  }

  async close(): Promise<void> {
    await this.web.kill();
    await this.database.stop({ now: true });
  }
}

function startDatabase(dataDir: string): Promise<EmbeddedServer> {
  return startEmbedded({ dataDir: path.join(dataDir, "database"), log: () => undefined });
}
