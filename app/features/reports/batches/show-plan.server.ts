import type { Person } from "#domain/person.ts";
import type { AskedBatch } from "./asked-batch.rules.ts";
import { batchTitle, nounOf, sizeOf } from "./batch-words.rules.ts";
import { planBatch } from "./start-batch.server.ts";
import { begunTerm } from "../asked-classes.server.ts";
import { periodWords } from "../report-card-words.rules.ts";

/** What the question names before a batch is begun. */
export type Plan = { title: string; words: string; isEmpty: boolean };

/** @throws notFound as `planBatch` */
export async function showPlan(person: Person, asked: AskedBatch): Promise<Plan> {
  const planned = await planBatch(person, asked);
  if (!planned.ok) return { title: "Nothing to make", words: planned.fault, isEmpty: true };
  const { batch, items } = planned;
  const count = items.reduce((all, item) => all + sizeOf(batch.kind, item), 0);
  const classes = items.length === 1 ? "one class" : `${items.length} classes`;
  const period = periodWords(await begunTerm(asked.academicTermId));
  const words = `${count.toLocaleString("en")} ${nounOf(batch.kind, count)} of ${classes}, ${period}.`;
  return { title: batchTitle(batch), words, isEmpty: false };
}
