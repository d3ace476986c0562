import { log, logAndExit } from "#runtime/log.ts";

/** Logs to its standard output, as a web process does, and exits normally. */
process.on("uncaughtException", logAndExit);
for (let line = 0; line < 3; line += 1) log().info({ line }, "a request");
setTimeout(() => log().info("the last"), 10);
