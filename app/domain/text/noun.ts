/** `student` of one, else `students`. */
export function nounFor(count: number, one: string): string {
  return count === 1 ? one : `${one}s`;
}

/** `3 students`, `1,204 students`. */
export function countOf(count: number, one: string): string {
  return `${count.toLocaleString("en")} ${nounFor(count, one)}`;
}
