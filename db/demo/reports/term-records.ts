import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";
import { ABSENT, LATE } from "#domain/daily/attendance-states.ts";
import { isFinishedTerm, type DemoCalendar, type DemoTerm } from "../calendar.ts";
import { drawAbsences, listSchoolDaysBefore } from "../attendance/registers.ts";
import { type DemoClass, findFormClassAt } from "../classes.ts";
import { addDays } from "#domain/dates.ts";
import { lastWorkingDay } from "#domain/school/public-holidays.ts";
import { TERMS_PER_YEAR } from "#domain/terms.ts";
import type { DemoRow } from "../insert.ts";
import { isSamePlace, type SchoolKind } from "../kind.ts";
import { reportsProgress, type DemoReportsProgress } from "../marks/sheets.ts";
import { drawRating } from "../marks/marks.ts";
import { itemAt, createRandomStream, type RandomStream } from "../random.ts";
import type { DemoStudent } from "../people/demo-student.ts";
import type { Roster } from "../people/students.ts";
import type { DemoEmployee } from "../people/employees.ts";

type Given = {
  kind: SchoolKind;
  calendar: DemoCalendar;
  classes: readonly DemoClass[];
  roster: Roster;
  resultOf: (studentKey: number, termId: number) => TermSummary;
  signer: { account_id: number; signature: string | null };
};

const PARTICIPATION = ["Fair", "Good", "Very good", "Excellent"];
const PROJECT = ["Not handed in", "Completed", "Merit", "Distinction"];
const PASSING = 0.45;

export function termRecordRows(params: Given): DemoRow[] {
  const { kind, calendar, classes, roster } = params;
  const chance = createRandomStream(`${kind.flavour} term records`);
  const records = calendar.terms.flatMap((term) => {
    const days = listSchoolDaysBefore(term, calendar.today);
    return classes
      .filter(({ academic_year_id }) => academic_year_id === term.academic_year_id)
      .flatMap((held) => {
        const students = roster(held, term);
        const { written, signed } = progressOf(held, term, params);
        return students.map((student, index) => ({
          student_key: student.id,
          academic_term_id: term.academic_term_id,
          total_sessions: term.total_sessions,
          ...report(
            { student, held, term, days, isWritten: index < students.length * written },
            params,
            chance,
          ),
          ...signature({ student, term, signed }, params, chance),
          ...returned({ held, term, place: index }, params),
        }));
      });
  });
  return records.map((record, index) => ({ term_record_id: index + 1, ...record }));
}

function progressOf(held: DemoClass, term: DemoTerm, { kind, calendar }: Given): DemoReportsProgress {
  if (isFinishedTerm(term, calendar)) return { written: 1, signed: true };
  if (isSamePlace(held, kind.places.formTeacher)) return { written: 0.5, signed: false };
  return reportsProgress(held);
}

type Report = {
  student: DemoStudent;
  held: DemoClass;
  term: DemoTerm;
  days: readonly string[];
  isWritten: boolean;
};

function report(
  { student, held, term, days, isWritten }: Report,
  { kind, calendar, resultOf }: Given,
  chance: RandomStream,
): DemoRow {
  const away = isWritten ? drawAbsences(student, term, days) : null;
  const decision = isWritten ? decisionOf(student, held, { kind, calendar, term }) : null;
  const ratings = BEHAVIOUR_FIELDS.map((behaviour) => [
    behaviour,
    isWritten ? drawRating(student.diligence, chance) : null,
  ]);
  return {
    sessions_absent: away && away.filter(({ state }) => state === ABSENT).length,
    sessions_late: away && away.filter(({ state }) => state === LATE).length,
    // The sessions of a finished term are counted from its registers, because every day is marked.
    sessions_taken_at: isFinishedTerm(term, calendar) ? `${term.term_end}T14:30:00-04:00` : null,
    participation: isWritten ? worded(PARTICIPATION, student.diligence, chance) : "",
    project: isWritten ? worded(PROJECT, student.ability, chance) : "",
    ...Object.fromEntries(ratings),
    teacher_comment: isWritten
      ? teacherComment(student, resultOf(student.id, term.academic_term_id), chance)
      : "",
    promotion_progress: isWritten ? student.ability > PASSING : null,
    promoted_to: decision?.promoted_to ?? null,
    repeating: decision?.repeating ?? null,
  };
}

/** Picks a text from the list. A higher share gives a later text. */
function worded(words: readonly string[], share: number, chance: RandomStream): string {
  const place = Math.floor(words.length * (share + 0.1 * chance.normal()));
  return itemAt(words, Math.min(words.length - 1, Math.max(0, place)));
}

type Signing = { student: DemoStudent; term: DemoTerm; signed: boolean };

function signature(
  { student, term, signed }: Signing,
  { calendar, resultOf, signer }: Given,
  chance: RandomStream,
): DemoRow {
  if (!signed) return { principal_comment: "", signed_by: null, signed_at: null, signature: null };
  const result = resultOf(student.id, term.academic_term_id);
  const dayBefore = isFinishedTerm(term, calendar) ? addDays(term.term_end, -1) : addDays(calendar.today, -1);
  return {
    principal_comment: principalComment(student, result, chance),
    signed_by: signer.account_id,
    signed_at: `${lastWorkingDay(dayBefore)}T13:40:00-04:00`,
    signature: signer.signature,
  };
}

type Returning = { held: DemoClass; term: DemoTerm; place: number };

/** Returns the columns of a returned report. One report of the demo form teacher's class waits for corrections. */
function returned({ held, term, place }: Returning, { kind, calendar, signer }: Given): DemoRow {
  const isReturned =
    place === 1 && !isFinishedTerm(term, calendar) && isSamePlace(held, kind.places.formTeacher);
  if (!isReturned) return { returned_by: null, returned_at: null, return_reason: null };
  return {
    returned_by: signer.account_id,
    returned_at: `${lastWorkingDay(addDays(calendar.today, -1))}T09:20:00-04:00`,
    return_reason: "Please say in the comment what the family can do at home.",
  };
}

/**
 * The form class to move up to, or the form class to repeat. Both are null before the third term and in the last
 * level.
 */
export type DemoDecision = { promoted_to: string | null; repeating: string | null };

const UNDECIDED: DemoDecision = { promoted_to: null, repeating: null };
const TOO_LOW = 0.36;

/** Returns the decision about a student, or what actually happened if the new year has already begun. */
function decisionOf(
  student: DemoStudent,
  held: DemoClass,
  { kind, calendar, term }: { kind: SchoolKind; calendar: DemoCalendar; term: DemoTerm },
): DemoDecision {
  if (term.term !== TERMS_PER_YEAR) return UNDECIDED;
  const seat = seatAfter(student, term, calendar);
  const repeats = isFinishedTerm(term, calendar) ? student.repeated : student.ability < TOO_LOW;
  if (repeats) return { promoted_to: null, repeating: seat?.form_class_id ?? held.form_class_id };
  return { promoted_to: seat?.form_class_id ?? formClassAbove(kind, held, student), repeating: null };
}

function seatAfter(
  { seats }: DemoStudent,
  { academic_term_id }: DemoTerm,
  { terms }: DemoCalendar,
): DemoClass | null {
  const next = terms.find((term) => term.academic_term_id > academic_term_id);
  return (next && seats.get(next.academic_term_id)) ?? null;
}

/** Returns a form class one level up, usually the form class with the same letter. */
function formClassAbove(
  kind: SchoolKind,
  { form_level, index }: DemoClass,
  { id }: DemoStudent,
): string | null {
  const above = kind.levels[form_level];
  const here = kind.levels[form_level - 1];
  if (!above || !here) return null;
  const turn = id % Math.ceil(above.classes.length / here.classes.length);
  return findFormClassAt(kind, {
    form_level: form_level + 1,
    index: (index + turn * here.classes.length) % above.classes.length,
  });
}

export type TermSummary = { average: number | null; best: string | null; weakest: string | null };

type Band = "strong" | "good" | "fair" | "weak";

const TEACHER_LIMIT = 400;
const PRINCIPAL_LIMIT = 100;

const OPENINGS: Record<Band, readonly string[]> = {
  strong: [
    "{Name} has had an excellent term and sets a fine example to the class.",
    "{Name} reads with real understanding and explains how {he} reached an answer.",
    "{Name} thinks for {himself}, asks good questions and helps others to find the answer.",
    "An outstanding term: {Name} prepares carefully and checks {his} work before handing it in.",
  ],
  good: [
    "{Name} has worked steadily this term and can be proud of the result.",
    "{Name} is a thoughtful, courteous member of the class who takes part willingly.",
    "{Name} listens well, works neatly and is gaining confidence.",
    "A good term for {Name}, who has become more careful with written work.",
  ],
  fair: [
    "{Name} can do better than these marks show when {he} settles down early.",
    "{Name} understands in class but does not always revise at home.",
    "{Name} has tried harder since the last test, and it is beginning to show.",
    "{Name} is cheerful and willing, though easily drawn into conversation.",
  ],
  weak: [
    "{Name} has found this term difficult and needs regular help with the basics.",
    "{Name} works well beside a teacher but loses heart when working alone.",
    "{Name} has missed work that the next topics build on; we have started a plan to catch up.",
    "{Name} tries, and deserves more support at home with reading and tables.",
  ],
};

const PRAISE = [
  "{His} work in {best} is especially good.",
  "{He} shines in {best}.",
  "{Best} is {his} strongest subject.",
  "It was a pleasure to see {his} progress in {best}.",
];

const ADVICE = [
  "{He} should give {weakest} ten minutes a day.",
  "{Weakest} needs steady practice each evening.",
  "In {weakest} {he} should ask sooner when something is not clear.",
  "A little more patience with {weakest} will bring its reward.",
];

const INFANTS = [
  "{He} shares, takes turns and looks after {his} things.",
  "{He} loves stories and retells them in {his} own words.",
  "{He} counts everything in sight and is proud of it.",
  "{He} has made friends and joins in songs and games.",
];

const CLOSINGS: Record<Band, readonly string[]> = {
  strong: ["A joy to teach.", "Well done.", "Bravo.", ""],
  good: ["Well done.", "Keep it up.", "A pleasure to teach.", ""],
  fair: ["Please read together every evening.", "Arrive early, please.", "Keep trying.", ""],
  weak: ["Please read together every evening.", "Do come and see me.", "Keep trying.", ""],
};

const PRINCIPAL: Record<Band, readonly string[]> = {
  strong: ["A splendid report, {Name}. Keep aiming high.", "Excellent work. Share your gifts with others."],
  good: ["Steady, thoughtful work. Keep up the reading, {Name}.", "A good term's work, {Name}. Well done."],
  fair: [
    "You have more to give, {Name}. Begin each day on time.",
    "A fair report. Revise a little every evening.",
  ],
  weak: [
    "Do not lose heart, {Name}. Ask for help and keep trying.",
    "Let us meet with your parents and make a plan.",
  ],
};

function teacherComment(student: DemoStudent, result: TermSummary, chance: RandomStream): string {
  const band = bandOf(student, result);
  const particulars =
    result.best && result.weakest && result.best !== result.weakest
      ? [chance.pick(PRAISE), chance.pick(ADVICE)]
      : [chance.pick(INFANTS)];
  const sentences = [chance.pick(OPENINGS[band]), ...particulars, chance.pick(CLOSINGS[band])];
  return fitted(
    sentences.map((sentence) => filled(sentence, student, result)),
    TEACHER_LIMIT,
  );
}

function principalComment(student: DemoStudent, result: TermSummary, chance: RandomStream): string {
  return fitted([filled(chance.pick(PRINCIPAL[bandOf(student, result)]), student, result)], PRINCIPAL_LIMIT);
}

function bandOf({ ability }: DemoStudent, { average }: TermSummary): Band {
  const percentage = average ?? 100 * ability;
  if (percentage >= 85) return "strong";
  if (percentage >= 70) return "good";
  return percentage >= 55 ? "fair" : "weak";
}

function filled(
  sentence: string,
  { first_name, gender }: DemoStudent,
  { best, weakest }: TermSummary,
): string {
  const isBoy = gender === "M";
  const words: Record<string, string> = {
    Name: first_name,
    he: isBoy ? "he" : "she",
    He: isBoy ? "He" : "She",
    his: isBoy ? "his" : "her",
    His: isBoy ? "His" : "Her",
    himself: isBoy ? "himself" : "herself",
    best: best ?? "",
    Best: best ?? "",
    weakest: weakest ?? "",
    Weakest: weakest ?? "",
  };
  return sentence.replaceAll(/\{(\w+)\}/g, (_, word: string) => words[word] ?? "");
}

/** Joins as many of the sentences as the limit allows. */
function fitted(sentences: readonly string[], limit: number): string {
  const text = sentences.filter(Boolean).join(" ");
  return text.length <= limit ? text : fitted(sentences.slice(0, -1), limit);
}

/** Names in braces are placeholders, which `app/domain/phrases.ts` replaces for each student. */
const SHARED = [
  "{name} is a pleasure to teach.",
  "{name} has made good progress this term.",
  "Please read together every evening: {name} enjoys it, and it shows in {his} writing.",
  "{He} should revise a little each day, not only before tests.",
  "{name} must arrive on time: {he} misses the first lesson of the day too often.",
  "{He} needs to hand in {his} homework regularly.",
  "{name} works well with others and respects the rules of the class.",
  "{name} is capable of more when {he} works quietly.",
  "{He} should ask sooner when something is not clear to {him}.",
  "{name} has settled in well and made friends.",
];

/** Phrases for averages from one percentage to another. They are short enough for the principal's comment. */
const BY_AVERAGE = [
  [90, 100, "Excellent work, {name}. Keep it up!"],
  [80, 89, "Very good work, {name}. Aim even higher next term."],
  [70, 79, "Good work. {name} can do still better with a little more practice."],
  [60, 69, "A fair result. {name} should revise every day and ask for help."],
  [0, 59, "{name} needs more help. Please see {his} teacher before the new term."],
] as const;

/** Phrases that belong to single teachers. */
const OWN = [
  "{name} explains the steps of a problem clearly.",
  "{name} should learn {his} times tables by heart.",
  "{He} writes with feeling and a growing vocabulary.",
  "{name} takes part in discussions, thinks for {himself} and listens to others.",
];

/** Generates phrases. A phrase without an employee belongs to the school; some teachers have their own. */
export function phraseRows(employees: readonly DemoEmployee[]): DemoRow[] {
  const owners = employees.filter(
    ({ post, employee_id }) => post.demo === "formteacher" || employee_id % 6 === 0,
  );
  const shared = SHARED.map((phrase) => ({
    employee_id: null,
    phrase,
    average_from: null,
    average_to: null,
  }));
  const byAverage = BY_AVERAGE.map(([average_from, average_to, phrase]) => ({
    employee_id: null,
    phrase,
    average_from,
    average_to,
  }));
  const own = owners.flatMap(({ employee_id }) =>
    OWN.map((phrase) => ({ employee_id, phrase, average_from: null, average_to: null })),
  );
  return [...shared, ...byAverage, ...own].map((row, index) => ({ phrase_id: index + 1, ...row }));
}
