import { startEmbedded } from "#db/embedded.ts";

/** A process that uses the embedded database in the directory it is given, until SIGTERM: what embedded.test.ts kills. */
const [dataDir = "", durability = "durable"] = process.argv.slice(2);

const database = await startEmbedded({
  dataDir,
  durable: durability === "durable",
  log: (message) => console.error(message),
});
console.log(JSON.stringify({ url: database.url, adopted: database.adopted }));

const alive = setInterval(() => {}, 1000);
process.once("SIGTERM", async () => {
  await database.stop();
  clearInterval(alive);
});
