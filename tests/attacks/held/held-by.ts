/** A test that holds something: its file under tests/, and its name as it is written there. */
export type HeldBy = readonly [file: string, name: string];

/** The walk over every route and call, by where the class of input comes in. */
export const WALK: HeldBy = ["attacks/walk.test.ts", "what comes by %s breaks nothing"];
