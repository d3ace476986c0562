import { tidySignIns } from "#features/sign-in/tidy-sign-ins.server.ts";
import { handle, tidySessions } from "../definitions.ts";

export const tidySessionsHandler = handle(tidySessions, tidySignIns);
