import cluster from "node:cluster";

/**
 * This file runs before a child's own code. When the parent is killed, the child stops as if by a signal. Otherwise the
 * child would keep the port, and the next start would fail.
 */
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
// Outside a cluster, the channel to the parent must not keep the process alive. In a cluster, the channel must keep
// the process alive, because a web process gets its port through the channel.
if (cluster.isPrimary) process.channel?.unref();
