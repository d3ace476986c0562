import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useEachAnswer } from "#ui/loading/use-each-answer.ts";
import { isFailed, type Failed } from "#ui/page/act-in-place.ts";

import type { AddFaults, AddStudents } from "../subjects.ts";

const PAUSE_MS = 250;

export type Ticks = {
  students: ReadonlySet<number>;
  classes: ReadonlySet<number>;
  /** How many students they come to. */
  count: number;
  tickStudent: (key: number, isTicked: boolean) => void;
  tickClass: (classId: number, isTicked: boolean) => void;
};

/** The dialog's form as it was answered: nobody added, somebody looked for, or no answer at all. */
export type Sent = { again: AddStudents; refused: AddFaults | null } | Failed;

/** The list under the box follows what is typed; who is ticked stays, whatever is looked for next. */
export function useCandidates(found: AddStudents, sent: Sent | null) {
  const fetcher = useFetcher<AddStudents | Failed>();
  const [shown, setShown] = useState(sent && !isFailed(sent) ? sent.again : found);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const ticks = useTicks(shown);
  const came = fetcher.data;

  useEffect(() => {
    if (sent && !isFailed(sent)) setShown(sent.again);
  }, [sent]);
  useEachAnswer(came, (answer) => {
    if (!isFailed(answer)) setShown(answer);
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  function find(words: string, pause = PAUSE_MS) {
    const query = new URLSearchParams(location.search);
    query.set("find", words);
    for (const key of ticks.students) query.set(`s-${key}`, "on");
    for (const key of ticks.classes) query.set(`c-${key}`, "on");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => fetcher.load(`${location.pathname}?${query}`), pause);
  }

  return { shown, ticks, find, isLost: isFailed(came), isLooking: fetcher.state !== "idle" };
}

function useTicks(shown: AddStudents): Ticks {
  const [chosen, setStudents] = useState(chosenStudents(shown));
  const [classes, setClasses] = useState(chosenClasses(shown));
  const has = new Set(shown.students.filter(({ isAssigned }) => isAssigned).map(({ key }) => key));
  const students = new Set([...chosen].filter((key) => !has.has(key)));
  const whole = shown.classes.filter(({ classId }) => classes.has(classId));
  const labels = new Set(whole.map(({ label }) => label));
  const covered = shown.students.filter(({ key, className }) => students.has(key) && labels.has(className));
  return {
    students,
    classes,
    count: whole.reduce((sum, each) => sum + each.students, students.size - covered.length),
    tickStudent: (key, isTicked) => setStudents((before) => toggled(before, key, isTicked)),
    tickClass: (classId, isTicked) => setClasses((before) => toggled(before, classId, isTicked)),
  };
}

function chosenStudents({ students }: AddStudents): ReadonlySet<number> {
  return new Set(students.filter(({ isChosen }) => isChosen).map(({ key }) => key));
}

function chosenClasses({ classes }: AddStudents): ReadonlySet<number> {
  return new Set(classes.filter(({ isChosen }) => isChosen).map(({ classId }) => classId));
}

function toggled(all: ReadonlySet<number>, id: number, isIn: boolean): ReadonlySet<number> {
  const others = [...all].filter((each) => each !== id);
  return new Set(isIn ? [...others, id] : others);
}
