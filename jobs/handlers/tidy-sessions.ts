import { tidySignIns } from "#features/housekeeping/tidy-sign-ins.server.ts";
import { handle, tidySessions } from "../definitions.ts";

export const tidySessionsHandler = handle(tidySessions, tidySignIns);
