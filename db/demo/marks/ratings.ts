import type { Rating } from "#domain/grades.ts";
import type { Random } from "../random.ts";

/**
 * Draws Consistently, Sometimes or Rarely: the more diligent the student, the more often Consistently.
 * @param share the diligence, from 0 to 1
 */
export function ratingOf(share: number, chance: Random): Rating {
  const luck = chance.next();
  if (luck < share) return "C";
  return luck < share + 0.8 * (1 - share) ? "S" : "R";
}
