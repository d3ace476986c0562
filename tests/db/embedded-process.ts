import { startEmbedded } from "#db/embedded.ts";

/** A process that uses the embedded database in the directory it is given, until SIGTERM: embedded.test.ts kills it. */
const [dataDir = "", supervision = ""] = process.argv.slice(2);

const database = await startEmbedded({
  dataDir,
  supervised: supervision === "supervised",
  log: (message) => console.error(message),
});
const alive = setInterval(() => {}, 1000);
process.once("SIGTERM", async () => {
  await database.stop();
  clearInterval(alive);
});
console.log(JSON.stringify({ url: database.url, adopted: database.adopted }));
