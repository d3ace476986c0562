import { useActionData, useFetcher, useResolvedPath } from "@remix-run/react";
import { useEffect, useRef, type FormEvent } from "react";
import { FORM_ID_FIELD, KEEP_OPEN, type FormReply } from "#domain/form-reply.ts";
import { useEachResponse } from "../loading/use-each-response.ts";
import { useFormReply, type RequestFailure } from "./form-result.ts";

/** The server's reply to a form that saves by itself, or the failure of the request. */
export type SavingReply<Result> = { reply: FormReply<Result> | null; failure: RequestFailure | null };

type Values = Readonly<Record<string, string>>;

type SavingForm<Result> = {
  /** Distinguishes the forms of a page. The id is sent with the form and comes back in the reply. */
  id: string;
  /** The address to which the form is sent. The default is the page's own address. */
  url?: string;
  /** The names of the fields to send. The default is all fields. */
  only?: readonly string[];
  /**
   * Returns the fields that describe the earlier state, with their values after the reply, or null if they are
   * unchanged. With this function, a waiting change is sent as soon as the reply arrives, because the reloaded page may
   * no longer have the form. Without this function, the change waits until the page has reloaded.
   */
  basedOn?: (sent: FormData, reply: SavingReply<Result>) => Values | null;
  /**
   * Called for each reply.
   * @param isLast true when no other change of the form waits for this reply
   */
  onReply: (reply: SavingReply<Result>, isLast: boolean) => void;
};

/** A change that waits until the previous change has its reply. */
type Waiting = { form: HTMLFormElement; values: Values; isPress: boolean };

/**
 * The earlier state that the next change is sent with. It applies as long as the form's own fields are the same as when
 * the last change was sent.
 */
type Base = { values: Values; read: FormData };

/**
 * A form that is submitted as soon as something is chosen in it, while the page and its focus stay. Without JavaScript,
 * the form has a button, and shows the reply that its page was loaded with.
 */
export function useSavingForm<Result>({ id, url, only, basedOn, onReply }: SavingForm<Result>) {
  const { pathname } = useResolvedPath(url ?? ".");
  const fetcher = useFetcher<unknown>({ key: `${pathname} ${id}` });
  const served = useActionData<unknown>();
  const { reply, failure } = useFormReply<Result>(id, fetcher.data ?? served);
  const underWay = useRef<{ sent: FormData; read: FormData } | null>(null);
  const waiting = useRef<Waiting | null>(null);
  const base = useRef<Base | null>(null);
  const isBusy = fetcher.state !== "idle";

  function baseAfter({ sent, read }: { sent: FormData; read: FormData }): Base | null {
    // Somebody else changed the value first. The reloaded page shows the stored value.
    if (reply?.error?.[""]) return null;
    const values = basedOn?.(sent, { reply, failure });
    return values ? { values, read } : base.current;
  }

  function sendWaiting() {
    if (!waiting.current) return;
    const { form, values } = waiting.current;
    waiting.current = null;
    submit(form, values);
  }

  /**
   * Sends the form.
   * @param values the values that replace the form's own
   */
  function send(form: HTMLFormElement, values: Values, isPress = false) {
    if (!underWay.current && (basedOn || !isBusy)) return submit(form, values);
    const before = waiting.current;
    // A button submits the form as it is, so its value is never merged with another choice.
    const isMerged = before && !before.isPress && !isPress;
    waiting.current = { form, values: isMerged ? { ...before.values, ...values } : values, isPress };
  }

  function submit(form: HTMLFormElement, values: Values) {
    const read = new FormData(form);
    const sent = new FormData(form);
    for (const name of [...sent.keys()]) if (only && !only.includes(name)) sent.delete(name);
    const based = base.current && isHeld(base.current, read) ? base.current.values : {};
    const added = { [FORM_ID_FIELD]: id, ...based, ...values, [KEEP_OPEN]: "1" };
    for (const [name, value] of Object.entries(added)) sent.set(name, value);
    underWay.current = { sent, read };
    fetcher.submit(sent, { method: "post", action: url });
  }

  useEachResponse(fetcher.data, () => {
    if (underWay.current) base.current = baseAfter(underWay.current);
    underWay.current = null;
    onReply({ reply, failure }, waiting.current === null);
    if (basedOn) sendWaiting();
  });

  useEffect(() => {
    if (!isBusy && !underWay.current) sendWaiting();
  });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const press = submitter instanceof HTMLButtonElement ? { [submitter.name]: submitter.value } : {};
    const isAgain = Object.entries(press).some(
      ([name, value]) => !waiting.current && underWay.current?.sent.get(name) === value,
    );
    if (!isAgain) send(event.currentTarget, press, true);
  }

  return { reply, failure, isBusy, send, onSubmit };
}

/**
 * Tells whether the form still has the fields of the earlier state. After the page is reloaded, the form's own fields
 * apply instead.
 */
function isHeld({ values, read }: Base, now: FormData): boolean {
  return Object.keys(values).every((name) => now.get(name) === read.get(name));
}

export function findFirstError(reply: FormReply | null): { field: string; message: string } | null {
  const [[field, messages] = ["", null]] = Object.entries(reply?.error ?? {});
  const [message] = messages ?? [];
  return message === undefined ? null : { field, message };
}
