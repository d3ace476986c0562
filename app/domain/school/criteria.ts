import type { Flavour } from "../grades.ts";

type OfSubjects = Readonly<Record<number, readonly string[]>>;

/** The criteria of the first year by subject. */
const INFANTS: OfSubjects = {
  33: ["Counts to 20", "Adds and takes away", "Names shapes", "Sorts and compares"],
  18: ["Listens", "Speaks in sentences", "Knows letters and sounds", "Writes own name"],
  30: ["Observes", "Asks questions", "Tells living from non-living"],
  48: ["Knows family and home", "Shares and takes turns", "Keeps class rules"],
  6: ["Cares for plants", "Names garden tools"],
  7: ["Runs, jumps and balances", "Plays fairly"],
  8: ["Draws and paints", "Sings and moves in time"],
  9: ["Keeps clean", "Names feelings"],
};

/** The criteria of classes that are graded by them instead of by the term's tests, by form level and subject. */
export const STANDARD_CRITERIA: Readonly<Record<Flavour, Readonly<Record<number, OfSubjects>>>> = {
  primary: { 1: INFANTS },
  secondary: {},
};
