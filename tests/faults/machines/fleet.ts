import path from "node:path";
import { afterAll } from "vitest";
import { loadDemoSchool } from "#db/demo/load.ts";
import { startEmbedded, type EmbeddedServer } from "#db/embedded.ts";
import { ensureRoles } from "#db/embedded/roles.ts";
import type { DatabaseUrls } from "#db/rights.ts";
import { migrateDatabase } from "#server/schema.ts";
import { ObjectStoreServer } from "#tests/files/store/object-store-server.ts";
import { RoundRobin } from "./round-robin.ts";
import {
  startWeb,
  startWorker,
  temporaryDirectory,
  type RunningProcess,
  type WebProcess,
} from "#tests/support/server.ts";
import { openLine, type DatabaseLine } from "../world/database-line.ts";

/**
 * Two web processes behind a proxy and two workers, each as on a machine of its own, with one PostgreSQL under a name
 * and one object store.
 */
export class Fleet {
  readonly webs: WebProcess[] = [];
  readonly workers: RunningProcess[] = [];
  readonly proxy: RoundRobin;
  private readonly started: RunningProcess[] = [];
  private readonly files: ObjectStoreServer;
  private readonly line: DatabaseLine;
  private readonly cluster: string;
  private server: EmbeddedServer;
  private urls: DatabaseUrls;

  private constructor(parts: {
    files: ObjectStoreServer;
    line: DatabaseLine;
    proxy: RoundRobin;
    cluster: string;
    server: EmbeddedServer;
    urls: DatabaseUrls;
  }) {
    this.files = parts.files;
    this.line = parts.line;
    this.proxy = parts.proxy;
    this.cluster = parts.cluster;
    this.server = parts.server;
    this.urls = parts.urls;
  }

  /** Starts the fleet with the primary demo school; it ends with the test file. */
  static async start(): Promise<Fleet> {
    const dataDir = await temporaryDirectory();
    const cluster = path.join(dataDir, "database");
    const server = await startEmbedded({ dataDir: cluster, durable: false, log: () => undefined });
    const urls = await ensureRoles(server.url, cluster);
    await migrateDatabase(urls);
    await loadDemoSchool({ databaseUrl: urls.migrationUrl, flavour: "primary", today: "2026-06-26" });
    const line = await openLine(urls.url);
    const [proxy, files] = await Promise.all([RoundRobin.before([]), ObjectStoreServer.start()]);
    const fleet = new Fleet({ files, line, proxy, cluster, server, urls });
    afterAll(() => fleet.end());
    await Promise.all([fleet.addWeb(), fleet.addWeb(), fleet.addWorker(), fleet.addWorker()]);
    return fleet;
  }

  get origin(): string {
    return this.proxy.origin;
  }

  /** The address of the tables' owner, past the name. */
  get databaseUrl(): string {
    return this.urls.migrationUrl;
  }

  /** The warnings of all programs so far. */
  get warnings(): string {
    const lines = this.started.flatMap(({ output }) => output().split("\n"));
    return lines.filter((line) => /"level":[4-6]0/.test(line)).join("\n");
  }

  /** Adds a web process, which gets visitors once `/readyz` says so. @param checkout the checkout of another version */
  async addWeb(checkout?: string): Promise<WebProcess> {
    const web = await startWeb(await this.newMachine(checkout));
    this.webs.push(web);
    this.started.push(web);
    this.serveAll();
    return web;
  }

  /** Starts a new process beside the old one, which then finishes what it has begun. */
  async replaceWeb(checkout?: string): Promise<void> {
    await this.addWeb(checkout);
    await this.takeWeb().stop();
  }

  /** Kills a web process before the proxy knows. */
  async killWeb(): Promise<void> {
    const [web] = this.webs;
    await web?.kill();
    this.takeWeb();
  }

  async addWorker(checkout?: string): Promise<void> {
    const worker = await startWorker(await this.newMachine(checkout));
    this.workers.push(worker);
    this.started.push(worker);
  }

  async replaceWorker(checkout?: string): Promise<void> {
    await this.addWorker(checkout);
    await this.workers.shift()?.stop();
  }

  async killWorker(): Promise<void> {
    await this.workers.shift()?.kill();
  }

  /** Stops the database and starts it at another address, to which its name is moved. */
  async failOver(): Promise<void> {
    this.line.close();
    await this.server.stop();
    this.server = await startEmbedded({ dataDir: this.cluster, durable: false, log: () => undefined });
    this.urls = await ensureRoles(this.server.url, this.cluster);
    this.line.moveTo(this.urls.url);
    this.line.open();
  }

  /** Adds a machine that shares the database and the object store with the others, but no folder. */
  private async newMachine(checkout?: string) {
    const settings = { TRUST_PROXY: "1", ...this.files.settings };
    const place = { databaseUrl: this.line.url, dataDir: await temporaryDirectory(), settings };
    return checkout ? { ...place, checkout } : place;
  }

  private takeWeb(): WebProcess {
    const web = this.webs.shift();
    if (!web) throw new Error("the fleet has no web");
    this.serveAll();
    return web;
  }

  private serveAll(): void {
    this.proxy.serve(this.webs.map(({ origin }) => origin));
  }

  private async end(): Promise<void> {
    this.proxy.stop();
    for (const process of [...this.webs, ...this.workers]) await process.kill();
    this.line.end();
    this.files.stop();
    await this.server.stop();
  }
}
