/** Posts in order of rank, as their titles begin; a school may have others, which come last. */
const RANKS = [
  /^principal/i,
  /^vice.principal/i,
  /^head of department/i,
  /^dean/i,
  /^senior teacher/i,
  /^teacher iii\b/i,
  /^teacher ii\b/i,
  /^teacher i\b/i,
  /teacher/i,
];

/** Whoever holds one of the ranks teaches; clerks and technicians hold none. */
export function isTeachingPost(post: string | null): boolean {
  return post !== null && RANKS.some((rank) => rank.test(post));
}

/** To sort by: the highest first, no post at the end. */
export function rankOf(post: string | null): number {
  if (post === null) return RANKS.length + 1;
  const rank = RANKS.findIndex((each) => each.test(post));
  return rank === -1 ? RANKS.length : rank;
}
