import { random, type Random } from "../random.ts";

/** Invented streets in real towns, so that nobody's door is meant. */
const STREETS = [
  "Cocoa Panyol Road",
  "Hummingbird Avenue",
  "Poui Street",
  "Immortelle Drive",
  "Samaan Tree Road",
  "Cashew Gardens Extension",
  "La Canoa Trace",
  "Sugar Apple Lane",
];
const TOWNS = ["Santa Rosa Hill", "Arima", "Malabar", "D'Abadie", "Sangre Grande", "Valencia"];

export function addressOf(studentKey: number): { address_home: string; town: string } {
  const chance = random(`home ${studentKey}`);
  const house = chance.chance(0.1) ? `LP ${chance.between(10, 60)}` : String(chance.between(1, 120));
  return { address_home: `${house} ${chance.pick(STREETS)}`, town: chance.pick(TOWNS) };
}

/** A number from a range that nobody has. */
export function phoneNumber(chance: Random): string {
  return `555${String(chance.between(100, 9_999)).padStart(4, "0")}`;
}
