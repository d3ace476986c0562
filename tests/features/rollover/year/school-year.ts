import { expect, test } from "vitest";
import { loadDemoSchool } from "#db/demo/load.ts";
import { noTransaction } from "#db/index.ts";
import { findSavedCarriedOver } from "#db/queries/rollover/carried-over.ts";
import { listRolloverJournal } from "#db/queries/rollover/outcomes.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { listTermsThatCanBeCurrent } from "#db/queries/calendar.ts";
import { isBalanced } from "#domain/rollover/rollover.ts";
import { makeTermCurrent } from "#features/settings/current-term/current-term.server.ts";
import { loadClassOverview } from "#features/term-reports/overview/load-class.server.ts";
import { saveOutcomeDecisions } from "#features/rollover/outcomes/decisions.server.ts";
import { undoRollover } from "#features/rollover/start-run.server.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import {
  currentTermId,
  fingerprintOfSchool,
  rehearsed,
  completeRollover,
  work,
} from "../rollover-scenario.ts";
import {
  decideInReports,
  makeNextYear,
  moveByPlace,
  postClass,
  repeatWhoIsStuck,
  signReports,
  writeMark,
  writeReports,
  YEAR,
} from "./year-acts.ts";
import {
  castYear,
  changeTeachers,
  countBothYears,
  enrolEntrants,
  handOver,
  joinLate,
  leaveEarly,
  rostersOf,
  type Rosters,
} from "./year-cast.ts";
import {
  carriedFrom,
  classWithMarks,
  inClasses,
  formTeachersByLevel,
  lessonsLeftOut,
  lessonsOfSubstitutes,
  notWhereTold,
  studentsHere,
  studentsOf,
} from "./year-places.ts";
import { expectedScreens, openScreens, withoutTeacherNames, type Extent } from "./year-roles.ts";

/** A day in the first term: the demo's clock is given, so that the whole year can be played through. */
const TODAY = "2025-10-01";
const TERMS = [1, 2, 3].map((term) => YEAR * 10 + term) as [number, number, number];
const NEXT_TERM = (YEAR + 10001) * 10 + 1;
const SECOND = {
  term_start: "2026-01-05",
  term_end: "2026-03-27",
  total_sessions: 118,
  next_term_start: "2026-04-13",
};
const THIRD = {
  term_start: "2026-04-13",
  term_end: "2026-07-03",
  total_sessions: 116,
  next_term_start: "2026-09-07",
};
/** The first day of a new year whose holidays have not ended. */
const LATER = {
  term_start: "2098-09-08",
  term_end: "2098-12-12",
  total_sessions: 132,
  next_term_start: "2099-01-05",
};
/** The number of reports of the class that are written and signed. */
const SOME = 2;
const EVERYBODY = Infinity;
const EVERYTHING = [1, 2, 3, 4, 6, 7, 8, 9, 10];

/**
 * Plays three terms of a demo school and the rollover of its year: with marks, reports, signatures and postings,
 * substitutes, deans and co-teachers, people who leave and join in the middle, repeaters, undecided students, graduates
 * and new entrants.
 */
export async function playSchoolYear(flavour: SchoolFlavour, databaseUrl: string): Promise<void> {
  await loadDemoSchool({ databaseUrl, flavour, today: TODAY });
  const admin = await createTeacher({ permissions: EVERYTHING });
  const cast = await castYear();
  const chosen = await classWithMarks(TERMS[0]);
  const rosters = new Map<number, Rosters>();
  for (const { academic_term_id: id } of await listTermsThatCanBeCurrent(noTransaction))
    rosters.set(id, await rostersOf(id));
  const left: number[] = [];
  const joined: number[] = [];
  const writeTerm = async (academicTermId: number, reports: number) => {
    const key = { classId: chosen.class_id, academicTermId };
    const students = (await studentsOf(key)).slice(0, reports);
    await writeMark(admin, key, chosen.lesson_id);
    await writeReports(admin, key, students);
    await signReports(admin, key, students);
    await postClass(admin, key);
    rosters.set(academicTermId, await rostersOf(academicTermId));
  };
  const expectScreens = async (academicTermId: number, moment: string, extent: Extent = "all") => {
    for (const [name, who] of cast.roles) {
      const expected = await expectedScreens(who, academicTermId);
      if (name === "formteacher") expect(expected.reports).toHaveLength(1);
      expect([moment, name, await openScreens(who, extent)]).toEqual([moment, name, expected]);
    }
  };

  test("three terms are written in, signed and posted; within the year everybody stays in their class", async () => {
    const before = await inClasses(TERMS[0]);

    await writeTerm(TERMS[0], SOME);
    await expectScreens(TERMS[0], "first term", "classes");
    const second = await completeRollover(admin, SECOND);
    cast.roles.push(["former form teacher", await handOver(cast)]);
    joined.push(...(await joinLate([TERMS[1]])).map(({ id }) => id));
    await writeTerm(TERMS[1], SOME);
    for (const place of [0, -1])
      left.push(await leaveEarly(admin, { classId: chosen.class_id, academicTermId: TERMS[1] }, place));
    const third = await completeRollover(admin, THIRD);
    joined.push(...(await joinLate([TERMS[2]])).map(({ id }) => id));
    await changeTeachers(cast);
    await writeTerm(TERMS[2], EVERYBODY);

    expect([second, third].map((rollover) => [rollover.state, isBalanced(rollover)])).toEqual([
      ["done", true],
      ["done", true],
    ]);
    const isOfWholeYear = ({ student_key }: { student_key: number }) =>
      !left.includes(student_key) && !joined.includes(student_key);
    expect((await inClasses(TERMS[2])).filter(isOfWholeYear)).toEqual(before.filter(isOfWholeYear));
    expect(await currentTermId()).toBe(TERMS[2]);
    await expectScreens(TERMS[2], "third term");
  }, 160_000);

  test("the year is not turned before there is a place for everybody", async () => {
    await decideInReports(admin, chosen.class_id);

    expect(await rehearsed(admin)).toMatchObject({ state: "refused" });
  });

  test("the year turns: everything balances, everybody is where the journal says, and undo puts all back", async () => {
    await makeNextYear(admin);
    await moveByPlace(admin, flavour);
    await repeatWhoIsStuck(admin);
    const entrants = await enrolEntrants(3);
    const entrantKeys = entrants.students.map(({ id }) => id);
    const { rollover_id: rolloverId } = await rehearsed(admin);
    const decision = { kind: "class", classId: entrants.classId, formClassId: null } as const;
    await saveOutcomeDecisions(admin.person, { rolloverId, studentKeys: entrantKeys, decision });
    await work();
    const [before, here] = [await fingerprintOfSchool(), await studentsHere()];

    const rollover = await completeRollover(admin, LATER);
    const told = await listRolloverJournal({ rolloverId: rollover.rollover_id }, noTransaction);
    const signed = told.filter(({ was_class_id }) => was_class_id === chosen.class_id);

    expect(isBalanced(rollover)).toBe(true);
    expect(
      Math.min(rollover.promoted, rollover.repeating, rollover.leaving, rollover.assumed),
    ).toBeGreaterThan(0);
    expect(rollover.enrolled + rollover.newcomers).toBe(here.length);
    expect(rollover.on_roll).toBe(here.length - rollover.leaving);
    expect(told.map(({ student_key }) => student_key).toSorted((one, other) => one - other)).toEqual(here);
    expect(signed.length).toBeGreaterThan(0);
    expect(signed.every(({ why, what }) => why === "report-signed" && what === "promoted")).toBe(true);
    expect(await notWhereTold(rollover.rollover_id, NEXT_TERM)).toEqual([]);
    expect((await rostersOf(NEXT_TERM))[entrants.classId]).toEqual(expect.arrayContaining(entrantKeys));
    await expectBalance(rollover.rollover_id);
    await expectScreens(NEXT_TERM, "holidays");
    expect(await withoutTeacherNames(admin)).toEqual([]);

    await undoRollover(admin.person, { rolloverId: rollover.rollover_id });
    await work();

    expect(await fingerprintOfSchool()).toEqual(before);
    await expectScreens(TERMS[2], "undone", "classes");
  });

  test("turned once more, the new year begins with its own teachers, and its first mark closes the undo", async () => {
    const { rollover_id: rolloverId } = await completeRollover(admin);
    await expectBalance(rolloverId);
    await expectScreens(NEXT_TERM, "new year");
    expect(await withoutTeacherNames(admin)).toEqual([]);
    const begun = await classWithMarks(NEXT_TERM);
    const key = { classId: begun.class_id, academicTermId: NEXT_TERM };

    await writeMark(admin, key, begun.lesson_id);
    await writeReports(admin, key, (await studentsOf(key)).slice(0, SOME));
    rosters.set(NEXT_TERM, await rostersOf(NEXT_TERM));
    const undone = await undoRollover(admin.person, { rolloverId });
    const old = await loadClassOverview(
      admin.person,
      { classId: chosen.class_id, academicTermId: TERMS[2] },
      new URLSearchParams(),
    );

    expect(undone).toMatchObject({ kind: "closed" });
    expect(await currentTermId()).toBe(NEXT_TERM);
    expect(old.reports.length).toBeGreaterThan(0);
    if (flavour === "primary") expect(Math.max(...(await formTeachersByLevel(NEXT_TERM)))).toBeGreaterThan(1);
  });

  test("every lesson went over, that of the demo's substitute too, except that of a teacher who left", async () => {
    const [lesson] = await lessonsOfSubstitutes(YEAR);

    expect(await lessonsLeftOut(YEAR)).toEqual([]);
    expect(await carriedFrom(lesson?.lesson_id ?? 0)).toEqual([{ employee_id: lesson?.employee_id }]);
  });

  test("set back to each earlier term and forward again, each is as it was, and nothing of the school has changed", async () => {
    const before = await fingerprintOfSchool();
    const back = [...rosters.keys()].toSorted((one, other) => other - one);
    const path = [...back.slice(1), ...back.slice(0, -1).toReversed()];
    let seen = NEXT_TERM;

    for (const academicTermId of path) {
      expect(await makeTermCurrent(admin.person, { academicTermId, seen })).toMatchObject({ kind: "done" });
      seen = academicTermId;
      expect([academicTermId, await rostersOf(academicTermId)]).toEqual([
        academicTermId,
        rosters.get(academicTermId),
      ]);
      await expectScreens(academicTermId, `set to ${academicTermId}`, "classes");
    }

    expect(await currentTermId()).toBe(NEXT_TERM);
    expect(await fingerprintOfSchool()).toEqual(before);
  }, 160_000);
}

/** Compares the balance of everything but the students with what both years have. */
async function expectBalance(rolloverId: number): Promise<void> {
  const carriedOver = await findSavedCarriedOver({ rolloverId }, noTransaction);
  const lines = new Map(carriedOver?.lines.map((line) => [line.kind, line]));
  const counted = await countBothYears(NEXT_TERM);
  const balance = counted.map(({ kind }) => {
    const { carried, added, leftOut } = lines.get(kind) ?? { carried: 0, added: 0, leftOut: 0 };
    return { kind, before: carried + leftOut, after: carried + added };
  });
  expect(balance).toEqual(counted);
  expect(carriedOver?.notCarried.map(({ what }) => what)).toContainEqual(expect.stringContaining("Chess"));
}
