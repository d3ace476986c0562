import { logAndEnd } from "#runtime/log.ts";

/** Ends by a rejection that nobody waits for, as the database's client rejects: with what was to be stored. */
process.on("uncaughtException", logAndEnd);
void Promise.reject(Object.assign(new Error("connection lost"), { parameters: ["Keziah Alexander", 72] }));
