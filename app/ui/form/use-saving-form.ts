import { useActionData, useFetcher } from "@remix-run/react";
import { useEffect, useRef, type FormEvent } from "react";
import { FORM_ID, KEEP_OPEN, type FormReply } from "#domain/form-reply.ts";

import { useEachAnswer } from "../loading/use-each-answer.ts";

import { useFormReply, type RequestFailure } from "./form-result.ts";

/** What the server replied to a form that saves by itself, or why there was no reply. */
export type SavingReply<Result> = { reply: FormReply<Result> | null; failure: RequestFailure | null };

type Values = Readonly<Record<string, string>>;

type SavingForm<Result> = {
  /** Tells the forms of a page apart; it is posted with the form, and the reply names it. */
  id: string;
  /** Where it is sent; the page's own address where this is not given. */
  url?: string;
  /** The fields of the form that are sent; all where this is not given. */
  only?: readonly string[];
  onReply: (reply: SavingReply<Result>) => void;
};

/**
 * A form that is sent as soon as something is chosen in it, while the page and its focus stay. Without script it is posted
 * with a button, and shows the reply that its page was served with.
 */
export function useSavingForm<Result>({ id, url, only, onReply }: SavingForm<Result>) {
  const fetcher = useFetcher<unknown>({ key: `${url ?? ""} ${id}` });
  const served = useActionData<unknown>();
  const { reply, failure } = useFormReply<Result>(id, fetcher.data ?? served);
  const waiting = useRef<{ form: HTMLFormElement; values: Values } | null>(null);
  const isBusy = fetcher.state !== "idle";
  useEachAnswer(fetcher.data, () => onReply({ reply, failure }));

  // A second change waits for the reply to the first, which is what it is based on.
  useEffect(() => {
    if (isBusy || !waiting.current) return;
    const { form, values } = waiting.current;
    waiting.current = null;
    send(form, values);
  });

  /** @param values replace what the form holds */
  function send(form: HTMLFormElement, values: Values) {
    if (isBusy) {
      waiting.current = { form, values: { ...waiting.current?.values, ...values } };
      return;
    }
    const sent = new FormData(form);
    for (const name of [...sent.keys()]) if (only && !only.includes(name)) sent.delete(name);
    for (const [name, value] of Object.entries({ [FORM_ID]: id, ...values, [KEEP_OPEN]: "1" }))
      sent.set(name, value);
    fetcher.submit(sent, { method: "post", action: url });
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    send(
      event.currentTarget,
      submitter instanceof HTMLButtonElement ? { [submitter.name]: submitter.value } : {},
    );
  }

  return { reply, failure, isBusy, send, onSubmit };
}

/** The first error of a reply, or null. */
export function errorIn(reply: FormReply | null): { field: string; message: string } | null {
  const [[field, messages] = ["", null]] = Object.entries(reply?.error ?? {});
  const [message] = messages ?? [];
  return message === undefined ? null : { field, message };
}
