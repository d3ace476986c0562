/** Posts in order of rank, by the beginning of their titles; a school may have others, which come last. */
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

/** Tells whether a post is one of the ranks, whose holders teach; clerks and technicians have none. */
export function isTeachingPost(post: string | null): boolean {
  return post !== null && RANKS.some((rank) => rank.test(post));
}

/** Returns a number for sorting: the highest rank first, no post last. */
export function rankOfPost(post: string | null): number {
  if (post === null) return RANKS.length + 1;
  const rank = RANKS.findIndex((item) => item.test(post));
  return rank === -1 ? RANKS.length : rank;
}
