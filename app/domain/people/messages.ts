/** Texts of the screens about people, quoted from the specification. Never change them (rules/quoted-texts.ts). */
export const PEOPLE_MESSAGES = {
  required: "Required",
  missingFields: "Please fill out the missing fields.",
  notDone: "An Error Occured",
  teacherNotUpdated: "An Error has occurred.",
  studentNotSaved: "An error has occured",
  passwordReset: "Password reset successfully.",
  passwordNotReset: "An error has occured",
} as const;
