import { transaction } from "#db/index.ts";
import { failedJob } from "#db/queries/health/job-state.ts";
import type { Person } from "#domain/person.ts";
import { JOBS } from "#jobs/definitions.ts";
import { enqueue } from "#jobs/queue.ts";
import { jobWords } from "./job-words.ts";

const ID_SHAPE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NAMES = JOBS.map(({ name }) => name);

/**
 * Sends work once more whose last attempt failed, with the same ids; every job may run twice.
 * @returns its words, or null where it is no failed work (any more)
 */
export function tryAgain(person: Person, id: FormDataEntryValue | null): Promise<string | null> {
  return transaction(person, async (t) => {
    const failed =
      typeof id === "string" && ID_SHAPE.test(id) ? await failedJob({ names: NAMES, id }, t) : null;
    const job = JOBS.find(({ name }) => name === failed?.name);
    if (!failed || !job) return null;
    await enqueue(job, failed.data, t);
    return jobWords(job.name);
  });
}
