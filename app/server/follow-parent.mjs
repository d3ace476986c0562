import cluster from "node:cluster";

/**
 * Loaded before a child's own code: a child whose parent was killed stops as if it had been told to. It would hold the
 * port otherwise, and the next start would fail.
 */
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
// One of several web processes gets its port by this channel: without it nothing would keep it until it has one.
if (cluster.isPrimary) process.channel?.unref();
