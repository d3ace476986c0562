/** What a job does, for who does not know its name. A test asks for the words of each. */
export const JOB_WORDS: Readonly<Record<string, string>> = {
  "sessions.tidy": "Removing sessions that have ended",
  "security-events.tidy": "Removing old security events",
  "files.tidy": "Removing files that nothing names",
  "batches.print": "Making a document of a print run",
  "batches.tidy": "Removing old print runs",
  "pictures.unpack": "Looking at pictures that were sent",
  "pictures.tidy": "Removing pictures that were never saved",
  "turn.rehearse": "Rehearsing the turn of the term",
  "turn.advance": "Turning the term: new term",
  "turn.register": "Turning the term: registration",
  "turn.promote": "Turning the term: promotion",
  "turn.undo": "Undoing the turn of the term",
  "imports.work": "Working on an import",
  "imports.tidy": "Removing old imports",
  "backups.keep": "Making the nightly backup",
};

export function jobWords(name: string): string {
  return JOB_WORDS[name] ?? name;
}
