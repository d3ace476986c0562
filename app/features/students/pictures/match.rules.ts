/** A student, with everything about the student that a file name may contain. */
export type StudentToMatch = {
  id: number;
  student_id: string;
  birth_certificate_pin: string;
  first_name: string;
  last_name: string;
};

/** `studentKey` is set if exactly one student matches the file name. `candidates` are the students who may be meant. */
export type PictureMatch = { studentKey: number | null; candidates: number[] };

/** The number of candidates that are offered. With more, choosing from all students is just as easy. */
const MOST_CANDIDATES = 4;
/** A shorter number does not identify a student, because it may be the number of a copy or a class. */
const SHORTEST_PART = 4;
/** The prefixes in the file names of cameras and phones. A number that follows does not identify a student. */
const CAMERAS = new Set(["img", "dsc", "dscn", "dscf", "pxl", "p", "mvimg", "screenshot", "whatsapp"]);

type Words = { id: number; first: string[]; last: string[]; joined: string[] };

/** Returns a function that matches file names with students by ID, birth certificate PIN or name. */
export function createPictureFileMatcher(
  students: readonly StudentToMatch[],
): (fileName: string) => PictureMatch {
  const numbers = numbersOf(students);
  const names = students.map(wordsOf);
  return (fileName) => {
    const words = wordsIn(stemOf(fileName));
    const byNumber = numbered(words, numbers);
    const { sure, maybe } = named(words, names);
    if (byNumber.length === 0) return decided(sure, maybe);
    const isContradicted = sure.length > 0 && !sure.some((id) => byNumber.includes(id));
    return decided(isContradicted ? [...byNumber, ...sure] : byNumber, []);
  };
}

function decided(sure: number[], maybe: number[]): PictureMatch {
  const [only, ...others] = sure;
  if (only !== undefined && others.length === 0) return { studentKey: only, candidates: [] };
  const candidates = sure.length > 0 ? sure : maybe;
  return { studentKey: null, candidates: candidates.length > MOST_CANDIDATES ? [] : candidates };
}

function numbersOf(students: readonly StudentToMatch[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const { id, student_id, birth_certificate_pin } of students) {
    for (const number of [student_id, birth_certificate_pin]) {
      const written = wordsIn(number).join("");
      if (written !== "") numbers.set(written, id);
    }
  }
  return numbers;
}

/** Finds the students whose ID or PIN is in the file name. An ID or PIN may span several words, as in `SR-20033`. */
function numbered(words: readonly string[], numbers: Map<string, number>): number[] {
  const whole = numbers.get(words.join(""));
  if (whole !== undefined) return [whole];
  if (CAMERAS.has(words[0] ?? "")) return [];
  const found = new Set<number>();
  for (const from of words.keys()) {
    for (let to = from + 1; to <= words.length; to++) {
      const part = words.slice(from, to).join("");
      const id = part.length < SHORTEST_PART ? undefined : numbers.get(part);
      if (id !== undefined) found.add(id);
    }
  }
  return [...found];
}

/**
 * Finds students by name. `sure` has the students whose first and last name are in the file name and who match the
 * most words; `maybe` has the students of whom only the last name is in the file name.
 */
function named(words: readonly string[], names: readonly Words[]): { sure: number[]; maybe: number[] } {
  const there = new Set(words);
  const together = words.filter((word) => /\p{L}/u.test(word)).join("");
  const maybe: number[] = [];
  let [best, sure]: [number, number[]] = [1, []];
  for (const { id, first, last, joined } of names) {
    const isLast = last.length > 0 && last.every((word) => there.has(word));
    const said = first.filter((word) => there.has(word)).length;
    const isWhole = joined.includes(together);
    const score =
      isWhole || (isLast && there.has(first[0] ?? "")) ? last.length + (isWhole ? first.length : said) : 0;
    if (score > best) [best, sure] = [score, []];
    if (score === best && score > 1) sure.push(id);
    if (isLast) maybe.push(id);
  }
  return { sure, maybe };
}

function wordsOf({ id, first_name, last_name }: StudentToMatch): Words {
  const [first, last] = [wordsIn(first_name), wordsIn(last_name)];
  return { id, first, last, joined: [[...first, ...last].join(""), [...last, ...first].join("")] };
}

function stemOf(fileName: string): string {
  return (fileName.split(/[\\/]/).at(-1) ?? "").replace(/\.[^.]*$/, "");
}

/** Splits text into lower-case words without accents. `AliRayhaan2` has three words. */
function wordsIn(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{L})(\p{N})/gu, "$1 $2")
    .replace(/(\p{N})(\p{L})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
