import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useEachResponse } from "#ui/loading/use-each-response.ts";
import { isFailure, type RequestFailure } from "#ui/form/form-result.ts";
import type { FormReply } from "#domain/form-reply.ts";
import { lookingIn } from "../params.rules.ts";
import type { CandidatesView } from "./add.server.ts";

const PAUSE_MS = 250;

export type Ticks = {
  students: ReadonlySet<number>;
  classes: ReadonlySet<number>;
  /** The number of students in the ticked rows and classes. */
  count: number;
  tickStudent: (key: number, isTicked: boolean) => void;
  tickClass: (classId: number, isTicked: boolean) => void;
};

/** Searches while the person types; the ticks stay, whatever the person searches for next. */
export function useCandidates(found: CandidatesView, reply: FormReply | null) {
  const fetcher = useFetcher<CandidatesView | RequestFailure>();
  const [shown, setShown] = useState(found);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const ticks = useTicks(shown, reply);
  const came = fetcher.data;

  useEffect(() => {
    // A ticked student may have the subject by now.
    if (reply) find(shown.find, 0);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [reply]);
  useEachResponse(came, (answer) => {
    if (!isFailure(answer)) setShown(answer);
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

  return { shown, ticks, find, isLost: isFailure(came), isLooking: fetcher.state !== "idle" };
}

/** Starts with the ticks in the rejected form, which holds them if there is no script. */
function useTicks(shown: CandidatesView, reply: FormReply | null): Ticks {
  const sent = reply && lookingIn(new URLSearchParams(reply.initialValue as Record<string, string>));
  const [chosen, setStudents] = useState(sent ? new Set(sent.studentKeys) : chosenStudents(shown));
  const [classes, setClasses] = useState(sent ? new Set(sent.classIds) : chosenClasses(shown));
  const has = new Set(shown.students.filter(({ isAssigned }) => isAssigned).map(({ key }) => key));
  const students = new Set([...chosen].filter((key) => !has.has(key)));
  const whole = shown.classes.filter(({ classId }) => classes.has(classId));
  const labels = new Set(whole.map(({ label }) => label));
  const covered = shown.students.filter(({ key, className }) => students.has(key) && labels.has(className));
  return {
    students,
    classes,
    count: whole.reduce((sum, item) => sum + item.students, students.size - covered.length),
    tickStudent: (key, isTicked) => setStudents((before) => toggled(before, key, isTicked)),
    tickClass: (classId, isTicked) => setClasses((before) => toggled(before, classId, isTicked)),
  };
}

function chosenStudents({ students }: CandidatesView): ReadonlySet<number> {
  return new Set(students.filter(({ isChosen }) => isChosen).map(({ key }) => key));
}

function chosenClasses({ classes }: CandidatesView): ReadonlySet<number> {
  return new Set(classes.filter(({ isChosen }) => isChosen).map(({ classId }) => classId));
}

function toggled(all: ReadonlySet<number>, id: number, isIn: boolean): ReadonlySet<number> {
  const others = [...all].filter((item) => item !== id);
  return new Set(isIn ? [...others, id] : others);
}
