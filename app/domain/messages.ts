/** Texts that the specification quotes, in its own words and spelling (T2, T8, A4, A5, A8); used as they are, from here only. */
export const MESSAGES = {
  next: "NEXT",
  login: "LOGIN",
  changePassword: "CHANGE PASSWORD",
  signOutQuestion: "Are you sure you want to sign out?",
  noData: "No Data Available",
  required: "Required",
  selectLesson: "Select Subject Class",
  selectTest: "Select Assesment",
  recordSaving: "Saving...",
  recordSaved: "Record Saved",
  recordError: "Error Occured",
  studentNotAdded: "Student Not Added",
  reportSigned: "Report Signed Successfully.",
  reportNotSigned: "An error occured, report not signed",
  fieldBlank: "Field cannot be blank",
  subjectSaved: "Subject Saved",
  informationMissing: "Information Missing.",
  termSet: "Term Set Successfully",
  termUpdated: "Term Updated Successfully",
  termNotSet: "An Error has occured",
  termNotUpdated: "An Error has occured.",
  profileSaved: "Data Saved Succesfully.",
  profileNotSaved: "An Error Occured",
  selectFile: "Please select a file!",
  documentType: "Please enter a Document Type",
  notUploaded: "Could not upload the file!",
} as const;

/** A call that no answer came to. @param reason such as the browser's own 'Failed to fetch' */
export function unansweredWords(reason: string): string {
  return `An Error has occured ( ${reason} )`;
}

/** @param title of the term that is the current one now: '2025-2026, Term 2' */
export function termSetWords(title: string): string {
  return `Term Set to ${title}`;
}

/** The hint beside a text with a limit, in the specification's spelling (T5). */
export function maxWords(characters: number): string {
  return `Max ${characters} charcters`;
}
