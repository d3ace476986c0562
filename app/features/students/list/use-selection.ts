import { useEffect, useRef, useState, type MouseEvent } from "react";
import { PATHS } from "#domain/paths.ts";
import { fetchJson, isPlainObject } from "#saving/client/fetch-json.ts";
import { sessionEndedEmitter } from "#ui/form/form-result.ts";
import type { StudentsList } from "./students.rules.ts";

type Selection = NonNullable<StudentsList["selection"]>;

/** The largest number of ticks that the server accepts in one request. */
const MOST_SENT = 100;

/**
 * Stores each tick at once, so that the selection survives searching and paging. Ticks that could not be sent stay in
 * the page and are sent with the next one.
 */
export function useStudentSelection(served: Selection) {
  const [count, setCount] = useState(served.count);
  const [changes, setChanges] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [isUnsaved, setUnsaved] = useState(false);
  const pending = useRef(new Map<number, boolean>());
  const sending = useRef<Promise<void> | null>(null);

  useEffect(() => {
    setCount(served.count);
    // After a change of the selected students nobody is selected any more.
    if (served.count === 0 && pending.current.size === 0) setChanges(new Map());
  }, [served]);

  function isTicked(key: number): boolean {
    return changes.get(key) ?? served.onPage.includes(key);
  }

  function tick(keys: readonly number[], isOn: boolean) {
    const changed = keys.filter((key) => isTicked(key) !== isOn);
    setChanges((before) => new Map([...before, ...changed.map((key) => [key, isOn] as const)]));
    setCount((before) => before + (isOn ? changed.length : -changed.length));
    for (const key of changed) pending.current.set(key, isOn);
    void flush();
  }

  function flush(): Promise<void> {
    sending.current ??= sendAll().finally(() => {
      sending.current = null;
    });
    return sending.current;
  }

  async function sendAll(): Promise<void> {
    while (pending.current.size > 0) {
      const sent = new Map([...pending.current].slice(0, MOST_SENT));
      const keysWith = (isOn: boolean) => [...sent].flatMap(([key, value]) => (value === isOn ? [key] : []));
      const json = { ticked: keysWith(true), unticked: keysWith(false) };
      const headers = { "X-Account": String(served.account) };
      const { kind, body } = await fetchJson(`${PATHS.selection}/ticks`, { json, headers });
      if (kind === "signed-out") sessionEndedEmitter.notify();
      setUnsaved(kind !== "ok");
      if (kind !== "ok") return;
      for (const [key, value] of sent) if (pending.current.get(key) === value) pending.current.delete(key);
      if (pending.current.size === 0 && isPlainObject(body)) setCount(Number(body["count"]));
    }
  }

  /** Discards the ticks of this page, because the server is about to select or clear the whole list. */
  function forget() {
    pending.current.clear();
    setChanges(new Map());
  }

  /** Follows a link that needs the stored selection only when the last tick is stored. */
  function onClickOfUse(event: MouseEvent<HTMLElement>) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || pending.current.size === 0) return;
    event.preventDefault();
    event.stopPropagation();
    void flush().then(() => {
      if (pending.current.size === 0) link.click();
    });
  }

  return { count, isTicked, tick, isUnsaved, retry: flush, forget, onClickOfUse };
}
