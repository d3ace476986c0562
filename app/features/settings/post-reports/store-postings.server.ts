import { requireTerm } from "#access/visible.server.ts";
import {
  classPostings,
  lockPostings,
  postingRows,
  registerPostings,
  storePostings,
  type ClassPosting,
  type PostingRow,
} from "#db/queries/reports/postings.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import type { Person } from "#domain/person.ts";
import { classesOf, type NotPosted } from "./post-reports.rules.ts";
import { seenOf } from "./read-post-reports.server.ts";

const NOTHING_CHOSEN = "Choose a class first.";
const CHANGED =
  "Somebody posted reports of this term in the meantime, or its classes are others. This is how it stands now.";

/** What the screen was sent with: what was ticked of a term, and what stood there then. */
export type Selected = { academicTermId: number; classIds: readonly number[]; seen: string };

type Answer = { ok: true; words: string } | { ok: false; status: 409 | 422; sent: NotPosted };

/** Posts what was selected, or takes it back, unless it is not any more what was shown. @throws notFound */
export function postSelected(
  person: Person,
  { academicTermId, classIds, seen }: Selected,
  posted: boolean,
): Promise<Answer> {
  return changingPostings(person, academicTermId, async ({ t }) => {
    const before = await classPostings({ academicTermId }, t);
    const refused = (status: 409 | 422, fault: string): Answer => ({
      ok: false,
      status,
      sent: { fault, ticked: classIds },
    });
    if (seenOf(before) !== seen) return refused(409, CHANGED);
    const selected = before.filter(({ class_id }) => classIds.includes(class_id));
    if (selected.length === 0) return refused(422, NOTHING_CHOSEN);
    const others = before.filter((each) => !selected.includes(each));
    const { isFirst } = await stateOf(academicTermId, t);
    // A4: while nothing was said of the term, what is sent is what was not selected.
    const listed = posted && isFirst ? others : selected;
    await storeListed({ academicTermId, classIds: idsOf(listed), posted, isFirst }, t);
    return { ok: true, words: `${classesOf(selected.length)} ${posted ? "posted" : "unposted"}` };
  });
}

export type Listed = { academicTermId: number; classIds: readonly number[]; posted: boolean };

/**
 * The same as the specification's call means it: the first time the listed classes are held back and the whole term is
 * posted, afterwards they are posted (A4, A7). @throws notFound
 */
export function postListed(person: Person, listed: Listed): Promise<PostingRow[]> {
  const { academicTermId } = listed;
  return changingPostings(person, academicTermId, async ({ t }) => {
    const { isFirst } = await stateOf(academicTermId, t);
    await storeListed({ ...listed, isFirst }, t);
    return postingRows({ academicTermId }, t);
  });
}

/** Makes the rows of a term, without one the current, none of them posted; what is there stays. @throws notFound */
export function registerTerm(person: Person, academicTermId: number | null): Promise<PostingRow[]> {
  return changingPostings(person, academicTermId, async ({ t, academicTermId }) => {
    await registerPostings({ academicTermId }, t);
    return postingRows({ academicTermId }, t);
  });
}

type Changing = { t: TermTransaction; academicTermId: number };

/** One after the other: of two who post at once the second finds what the first has done. */
function changingPostings<Result>(
  person: Person,
  asked: number | null,
  work: (changing: Changing) => Promise<Result>,
): Promise<Result> {
  return termTransaction(person, async (t) => {
    const { term } = await requireTerm(asked, t);
    const academicTermId = term.academic_term_id;
    await lockPostings({ academicTermId }, t);
    return work({ t, academicTermId });
  });
}

async function stateOf(academicTermId: number, t: TermTransaction): Promise<{ isFirst: boolean }> {
  return { isFirst: (await postingRows({ academicTermId }, t)).length === 0 };
}

async function storeListed(
  { academicTermId, classIds, posted, isFirst }: Listed & { isFirst: boolean },
  t: TermTransaction,
): Promise<void> {
  if (!posted || !isFirst) return storePostings({ academicTermId, classIds, posted }, t);
  await storePostings({ academicTermId, classIds: [null], posted: true }, t);
  await storePostings({ academicTermId, classIds, posted: false }, t);
}

function idsOf(postings: readonly ClassPosting[]): number[] {
  return postings.map(({ class_id }) => class_id);
}
