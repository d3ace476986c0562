/** A test: its file under tests/, and its name as written there. */
export type CoveringTest = readonly [file: string, name: string];

/** The walk over every route and call, by the place where bad input enters. */
export const WALK: CoveringTest = ["attacks/walk.test.ts", "what comes by %s breaks nothing"];
