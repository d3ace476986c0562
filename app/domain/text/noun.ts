export function nounFor(count: number, one: string): string {
  return count === 1 ? one : `${one}s`;
}

/** Formats `3 students` or `1,204 students`. */
export function formatCountOf(count: number, one: string): string {
  return `${count.toLocaleString("en")} ${nounFor(count, one)}`;
}
