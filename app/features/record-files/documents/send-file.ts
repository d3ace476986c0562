import { FORM_ID, type FormReply } from "#domain/form-reply.ts";
import { MESSAGES } from "#domain/messages.ts";
import { signedOut } from "#ui/page/act-in-place.ts";

const SIGNED_OUT = 401;

/** How far a file is, in bytes, and how it is given up. */
export type Sending = { sent: number; total: number; stop: () => void };

export type UploadReply = FormReply<{ message: string }>;

/** Sends a form with a file; a plain fetch does not say how far it is. The reply to a file that was given up says nothing. */
export function sendFile(
  url: string,
  form: FormData,
  onProgress: (sending: Sending) => void,
): Promise<UploadReply> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const formId = String(form.get(FORM_ID));
    const refused = (fault: string) => resolve({ formId, status: "error", error: { file: [fault] } });
    request.open("POST", url);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total, stop });
    request.onabort = () => resolve({ formId });
    request.onerror = () => refused(MESSAGES.notUploaded);
    request.onload = () => {
      const answer = request.response as UploadReply | { reason?: string } | null;
      if (request.status === SIGNED_OUT) signedOut.notify();
      if (answer && FORM_ID in answer) resolve(answer);
      else refused(answer?.reason ?? MESSAGES.notUploaded);
    };
    onProgress({ sent: 0, total: 0, stop });
    request.send(form);
  });
}
