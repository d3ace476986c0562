import type { SavingStore } from "#saving/client/saving-store.ts";
import type { SaveDestination } from "#saving/client/send.ts";
import type { SaveReply, SaveRequest } from "#saving/protocol/protocol.ts";
import { useNonce } from "#ui/page/served-page.ts";

/** The requests by row that the page sent before its scripts had loaded, each with the body of its answer. */
type EarlyRequests = Record<string, SaveRequest & { answer: Promise<unknown> }>;

/**
 * Sends a mark that is typed before the page's scripts have loaded, which takes seconds on a slow network. It sends
 * only the first plain mark of a row, and only for a student who is present; everything else waits for the scripts. The
 * row shows 'Saved' once the server has answered that it stored the mark, unless something else was typed in the row
 * (`data-save` in `first.css`). The scripts wait for the same answer and show the result; without an answer they repeat
 * the request with the same id. The stored mark becomes the base version in the form, which Enter submits until the scripts have loaded. The events are captured,
 * because React stops them while it hydrates. The browser gets only the text of this function, so the function must not
 * use anything from outside.
 */
function sendEarlyMarks({ saveUrl, account }: SaveDestination): void {
  const early = window as unknown as { typedEarly?: Record<string, string>; sentEarly?: EarlyRequests };
  const sent: EarlyRequests = (early.sentEarly = {});

  const hideSaved = ({ target }: Event) => {
    if (target instanceof Element) target.closest("tr")?.removeAttribute("data-save");
  };
  document.addEventListener("input", hideSaved, true);
  document.addEventListener(
    "change",
    ({ target, isTrusted }) => {
      const { typedEarly } = early;
      if (!isTrusted || !typedEarly || !(target instanceof HTMLInputElement) || !target.form) return;
      const [field, row = ""] = target.name.split(".");
      const fieldOf = (name: string) =>
        target.form?.elements.namedItem(`${name}.${row}`) as HTMLInputElement | null;
      const baseField = fieldOf("base");
      const most = Number(target.closest("tr")?.querySelector(".most")?.textContent);
      const isPlain = /^\d{1,3}$/.test(target.value) && Number(target.value) <= most;
      const isPresent = fieldOf("attendance")?.value === "1" && !(`attendance.${row}` in typedEarly);
      if (field !== "mark" || !isPlain || !isPresent || sent[row] || target.value === target.defaultValue)
        return;
      const saveId = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
        byte.toString(16).padStart(2, "0"),
      ).join("");
      const changes = { mark: Number(target.value) };
      const rows = [{ row, base: Number(baseField?.value), changes }];
      const line = target.closest("tr");
      const typed = Object.keys(typedEarly).filter((name) => name.endsWith(`.${row}`));
      if (typed.every((name) => name === target.name)) line?.setAttribute("data-save", "sent");
      const answer = fetch(saveUrl, {
        method: "POST",
        keepalive: true,
        redirect: "manual",
        referrerPolicy: "origin",
        headers: {
          "Content-Type": "application/json",
          Accept: "application/json",
          "X-Account": String(account),
        },
        body: JSON.stringify({ saveId, rows }),
      })
        .then((response) => response.json() as Promise<Partial<SaveReply>>)
        .catch(() => undefined);
      sent[row] = { saveId, rows, answer };
      void answer.then((reply) => {
        const result = reply?.results?.[0];
        if (result?.outcome !== "saved" || !baseField) return;
        baseField.value = String(result.stored.version);
        if (line?.dataset.save) line.dataset.save = "stored";
      });
    },
    true,
  );
}

/** The script that sends marks early. It comes before the fields in the page. */
export function EarlySaveScript({ saveUrl, account }: SaveDestination) {
  const nonce = useNonce();
  // Only the server needs the text of the function, so the browser's scripts do not contain it.
  const text = import.meta.env.SSR
    ? `(${sendEarlyMarks.toString().replaceAll(/\s+/g, " ")})(${JSON.stringify({ saveUrl, account })})`
    : "";
  return <script dangerouslySetInnerHTML={{ __html: text }} nonce={nonce} suppressHydrationWarning />;
}

/** Takes over the early request of a row. If it gets no answer, it is repeated, and the server recognises its id. */
export function restoreEarlySave(store: SavingStore, row: string): void {
  const { account, saveUrl: target } = store.destination;
  const sent = (Reflect.get(window, "sentEarly") as EarlyRequests | undefined) ?? {};
  const request = sent[row];
  const [save] = request?.rows ?? [];
  if (!request || !save) return;
  delete sent[row];
  document.getElementById(`row-${row}`)?.removeAttribute("data-save");
  const sentEarly = { saveId: request.saveId, changes: save.changes };
  store.takeOver(
    { account, target, row, base: save.base, sent: sentEarly, typed: {}, uncommitted: [], issue: null },
    request.answer,
  );
}
