import cluster from "node:cluster";

/**
 * Loaded before a child's own code: a child whose parent was killed stops as if by a signal. Otherwise it would keep
 * the port, and the next start would fail.
 */
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
// A web process in a cluster gets its port through this channel: without it nothing would keep the process alive
// until then.
if (cluster.isPrimary) process.channel?.unref();
