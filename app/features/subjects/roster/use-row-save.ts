import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useEachAnswer } from "#ui/loading/use-each-answer.ts";
import { tell } from "#ui/overlay/told.ts";
import { isFailure } from "#ui/form/form-result.ts";
import type { RosterStudent } from "../subjects.ts";
import type { RosterCame, RowAnswer, RowRefused } from "./roster-answer.ts";

const SECONDS = 4;

/** Why a row needs somebody: `lost` where no answer came. */
export type RowTrouble = RowRefused | "lost";

type RowState = "saving" | "saved" | RowTrouble | null;

/**
 * Saves a row's teacher as soon as another is chosen, based on the one that was read.
 * @param sent what the whole form was answered; what the row sends itself after that counts more
 */
export function useRowSave({ key, teacher }: RosterStudent, sent: RosterCame | null) {
  const fetcher = useFetcher<RosterCame>();
  const field = useRef<HTMLSelectElement>(null);
  const served = servedRow(sent, key);
  const [row, setRow] = useState({ ...served, isOwn: false, isPutBack: false });
  if (served.answer && row.answer !== served.answer) setRow({ ...served, isOwn: false, isPutBack: false });
  const isBusy = fetcher.state !== "idle";
  const state = isBusy ? "saving" : row.isPutBack ? null : outcomeOf(row, ownAnswer(fetcher.data, key));
  const waitingRef = useWaiting(isBusy, save);
  useEachAnswer(fetcher.data, tellKept);

  function save() {
    const value = field.current?.value ?? teacher.value;
    const isPutBack = !isBusy && value === teacher.value && state !== "lost";
    setRow({ ...row, chosen: value, isOwn: true, isPutBack });
    if (isBusy) waitingRef.current = true;
    // What came to no answer may be stored all the same: then this is a change of that.
    else if (!isPutBack) submit(value === teacher.value ? (row.chosen ?? value) : teacher.value, value);
  }

  function submit(was: string, value: string) {
    const author = String(new FormData(field.current?.form ?? undefined).get("author") ?? "");
    const asked = { [`w-${key}`]: was, [`t-${key}`]: value };
    fetcher.submit({ intent: "save", alone: "1", author, ...asked }, { method: "post" });
  }

  function putBack() {
    if (field.current) field.current.value = teacher.value;
    save();
    field.current?.focus();
  }

  return { field, save, putBack, ...shownOf(state, row.chosen ?? teacher.value, teacher.value) };
}

type Row = { answer: RowAnswer | null; chosen: string | null; isOwn: boolean };

/** What the page was answered of this row, and the teacher that it was sent with. */
function servedRow(sent: RosterCame | null, key: number): Pick<Row, "answer" | "chosen"> {
  if (!sent || isFailure(sent)) return { answer: null, chosen: null };
  const wanted = sent.wanted[key];
  return { answer: sent.rows[key] ?? null, chosen: wanted === undefined ? null : String(wanted) };
}

function ownAnswer(came: RosterCame | undefined, key: number): RowAnswer | "lost" | null {
  if (!came) return null;
  return isFailure(came) ? "lost" : (came.rows[key] ?? null);
}

function outcomeOf({ answer, isOwn }: Row, own: RowAnswer | "lost" | null): RowState {
  const last = isOwn ? own : answer;
  if (last === null || last === "lost") return last;
  return last.state === "saved" ? "saved" : last;
}

/** What is stored is shown, but for what is under way or not saved; a colleague may have changed what was saved here. */
function shownOf(state: RowState, chosen: string, stored: string): { state: RowState; chosen: string } {
  if (state === null) return { state, chosen: stored };
  return state === "saved" && chosen !== stored ? { state: null, chosen: stored } : { state, chosen };
}

/** A second change waits for the answer to the first, which is what it is based on. */
function useWaiting(isBusy: boolean, save: () => void) {
  const waiting = useRef(false);
  useEffect(() => {
    if (isBusy || !waiting.current) return;
    waiting.current = false;
    save();
  });
  return waiting;
}

function tellKept(came: RosterCame) {
  if (!isFailure(came) && came.said) tell({ text: came.said, tone: "done", seconds: SECONDS });
}
