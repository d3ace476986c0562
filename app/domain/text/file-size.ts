const KB = 1024;

/** Formats a file size, such as `412 KB` or `2.4 MB`. */
export function formatFileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / KB));
  return kilobytes < KB ? `${kilobytes} KB` : `${(bytes / KB / KB).toFixed(1)} MB`;
}
