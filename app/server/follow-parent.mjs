import cluster from "node:cluster";

/**
 * Runs before a child's own code: when the parent is killed, the child stops as if by a signal. Otherwise it would keep
 * the port, and the next start would fail.
 */
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
// Outside a cluster the channel must not keep the process alive. In a cluster it must, because a web process gets its
// port through the channel.
if (cluster.isPrimary) process.channel?.unref();
