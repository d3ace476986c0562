import { useEffect, useRef, useState } from "react";

import { sendBatches } from "./send-batches.ts";
import type { Sending } from "./sending.ts";
import { filesUrl } from "../uploads.ts";

/** Sends files in batches until all are there, however often the connection is cut or the server starts anew. */
export function useSending(uploadId: string, onSent: () => void) {
  const [sending, setSending] = useState<Sending | null>(null);
  const run = useRef({ isStopped: false });

  useEffect(() => () => void (run.current.isStopped = true), []);

  async function start(files: File[], author: string) {
    const own = { isStopped: false };
    run.current = own;
    const isStopped = () => own.isStopped;
    const { faults } = await sendBatches(files, {
      url: filesUrl(uploadId),
      author,
      isStopped,
      show: setSending,
    });
    if (!own.isStopped && faults.length === 0) onSent();
  }

  const stop = () => void (run.current.isStopped = true);
  return { sending, start, stop };
}
