import { useSyncExternalStore } from "react";

import { connection, subscribeToConnection } from "../client/connection.ts";

/** Whether the last request of any sheet came through, and since when it is so. */
export function useConnection() {
  return useSyncExternalStore(subscribeToConnection, connection, connection);
}
