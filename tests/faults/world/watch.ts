import type { Entry } from "../verdict/log.ts";

/** The name of the function by which the page reports to the test. */
export const TELL = "termbookTell";

export type PageReport = { row: string; entry: Entry };

/**
 * Runs in the page: reports what rows show once they have shown it for a while, and each text at the moment it is
 * replaced. Before its script has taken the page over, a row shows nothing about what is typed in it, and is skipped.
 */
export function watchStore(tell: string): void {
  const LOOK_MS = 50;
  /**
   * A row shows the effect of a key up to 50 ms later (`runAfterNextFrame`), and timers run in the order in which they are
   * due.
   */
  const SEEN_MS = 120;
  const seen = new Map<string, string>();
  const told = new Map<string, string>();
  const before = new WeakMap<EventTarget, string>();

  setInterval(look, LOOK_MS);
  document.addEventListener(
    "beforeinput",
    ({ target }) => target && before.set(target, valueOf(target)),
    true,
  );
  document.addEventListener("input", onInput, true);
  document.addEventListener("focusout", ({ target }) => send(target, { did: "left" }), true);

  function look() {
    for (const row of document.querySelectorAll<HTMLElement>("tr[data-phase]:has(button[data-field])")) {
      const words = JSON.stringify(shownIn(row));
      if (seen.get(row.id) !== words) setTimeout(() => report(row, words), SEEN_MS);
      seen.set(row.id, words);
    }
  }

  function report(row: HTMLElement, words: string) {
    const entry = shownIn(row);
    const isStillShown = seen.get(row.id) === words && JSON.stringify(entry) === words;
    if (!entry || !isStillShown || told.get(row.id) === words) return;
    told.set(row.id, words);
    send(fieldIn(row), entry);
  }

  function shownIn(row: HTMLElement) {
    const field = fieldIn(row);
    return field && { did: "showed", phase: row.dataset.phase, value: field.value || null };
  }

  function fieldIn(row: HTMLElement) {
    return row.querySelector<HTMLInputElement>("input[data-field=mark]");
  }

  function onInput({ target }: Event) {
    if (!target) return;
    send(target, { did: "typed", value: valueOf(target), over: before.get(target) || null });
  }

  function valueOf(target: EventTarget): string {
    return target instanceof HTMLInputElement ? target.value : "";
  }

  function send(target: EventTarget | null, entry: object) {
    if (!(target instanceof HTMLInputElement) || target.dataset.field !== "mark") return;
    const row = target.name.replace("mark.", "");
    const teller: unknown = Reflect.get(window, tell);
    if (typeof teller === "function") teller({ row, entry });
  }
}
