import { log, logAndEnd } from "#runtime/log.ts";

/** Logs to wherever it is led, as a web process does, and ends well. */
process.on("uncaughtException", logAndEnd);
for (let line = 0; line < 3; line += 1) log().info({ line }, "a request");
setTimeout(() => log().info("the last"), 10);
