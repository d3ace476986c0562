/** Texts quoted from the specification. Wording and spelling must not change (tests/rules/quoted-texts.ts). */
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

/**
 * Describes a request that got no response. `reason` is, for example, the browser's own message 'Failed to fetch'.
 */
export function describeNoResponse(reason: string): string {
  return `An Error has occured ( ${reason} )`;
}

export function describeTermChange(title: string): string {
  return `Term Set to ${title}`;
}

/** Builds the hint beside a text field with a length limit. The specification prescribes the misspelling. */
export function formatMaxLength(characters: number): string {
  return `Max ${characters} charcters`;
}

/**
 * The seconds for which a message with an Undo button is shown. Lists offer to undo the change for the rest of the
 * day.
 */
export const UNDO_SECONDS = 15;
