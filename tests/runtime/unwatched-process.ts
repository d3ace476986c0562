import { logAndExit } from "#runtime/log.ts";

/** Ends by an unhandled rejection like that of the database's client, with the data that was to be stored. */
process.on("uncaughtException", logAndExit);
void Promise.reject(Object.assign(new Error("connection lost"), { parameters: ["Keziah Alexander", 72] }));
