import { doubles, judged, type Posted, type Verdict } from "./judge.rules.ts";
import { upField, type Move } from "./moves.rules.ts";
import { someOf } from "./next-year.rules.ts";

export type NewMove = { classId: number; upClassId: number | null; shared: boolean };

/**
 * What of the choices can be stored. Two classes go up into one only where that was said (`shared`: into which), so that
 * nobody gets two classes by a slip.
 */
export function judgeMoves(
  moves: readonly Move[],
  posted: ReadonlyMap<number, Posted<number | null>>,
  shared: ReadonlySet<number>,
): Verdict<NewMove> {
  const going = moves.filter(({ nextLevel }) => nextLevel !== null);
  const wanted = going.map((move) => {
    const choice = posted.get(move.classId) ?? { was: move.up, typed: move.up };
    const verdict = judged(choice, move.up);
    return { move, verdict, up: verdict === "changed" ? choice.typed : move.up };
  });
  const errors: Record<string, string> = {};
  for (const [up, group] of doubles(wanted, (each) => each.up)) {
    if (shared.has(up)) continue;
    for (const { move } of group)
      errors[upField(move.classId)] = doubleWords(
        move,
        group.map((each) => each.move),
      );
  }
  for (const { move, verdict, up } of wanted) {
    if (verdict === "stale") errors[upField(move.classId)] = staleWords(move);
    else if (up !== move.up && up !== null && !offers(move, up))
      errors[upField(move.classId)] = "Choose a class of the next level.";
  }
  const counts = doubles(wanted, (each) => each.up);
  const changes = wanted.flatMap(({ move, up }) => {
    const isShared = up !== null && counts.has(up);
    if (up === move.up && isShared === move.shared) return [];
    return [{ classId: move.classId, upClassId: up, shared: isShared }];
  });
  return { errors, changes, isStale: wanted.some(({ verdict }) => verdict === "stale") };
}

function offers({ choices }: Move, up: number): boolean {
  return choices.some(({ value }) => value === String(up));
}

function staleWords({ up, choices }: Move): string {
  const now = choices.find(({ value }) => value === String(up))?.label ?? "nobody";
  return `Somebody chose otherwise in the meantime: ${now}.`;
}

function doubleWords(move: Move, group: readonly Move[]): string {
  const others = group.filter((other) => other !== move).map(({ label }) => label);
  return `${someOf(others)} ${others.length === 1 ? "goes" : "go"} there too.`;
}
