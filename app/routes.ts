import { index, route, type RouteConfig } from "@remix-run/route-config";

/** Every URL of the product. What is nested opens over its page: dialogs and the viewer (design section 8). */
export default [
  index("routes/sign-in/sign-in.tsx"),
  route("sign-in/provider", "routes/sign-in/by-provider.tsx"),
  route("signed-out", "routes/sign-in/signed-out.tsx"),
  route("signed-out/provider", "routes/sign-in/sign-out-at-provider.tsx"),
  route("img/students/:picture", "routes/student-picture.tsx"),
  route("img/uploads/:picture", "routes/students/pictures/picture.tsx"),
  route("img/employees/:picture", "routes/employees/picture-file.tsx"),
  route("img/signatures/:picture", "routes/signature-picture.tsx"),
  route("api/*", "routes/api.tsx"),
  route("sanctum/*", "routes/api.tsx", { id: "routes/sanctum" }),
  route("app", "routes/app.tsx", [
    route("", "routes/main-menu.tsx", [route("sign-out", "routes/sign-in/sign-out.tsx")]),
    route("profile", "routes/profile.tsx", [
      route("signature", "routes/profile-signature.tsx"),
      route("documents", "routes/employees/own-documents.tsx"),
    ]),
    route("unsent", "routes/unsent.tsx"),
    route("reports/:kind?", "routes/reports/print.tsx", [route("view", "routes/reports/view.tsx")]),
    route("late-board", "routes/late-board.tsx"),
    route("attendance-register", "routes/attendance-register/start.tsx"),
    route("attendance-register/:classId/:day/:session", "routes/attendance-register/register.tsx", [
      route("history/:studentKey", "routes/attendance-register/history.tsx"),
    ]),
    route("attendance-summary", "routes/attendance-summary/summary.tsx", [
      route(":studentKey/term", "routes/attendance-summary/term.tsx"),
      route(":studentKey/call", "routes/attendance-summary/call.tsx"),
    ]),
    route("security-events", "routes/security-events.tsx"),
    route("reports/annual-return", "routes/reports/annual-return.tsx"),
    route("reports/annual-return/:figure", "routes/reports/annual-return-figure.tsx"),
    route("comment-bank", "routes/comment-bank.tsx", [route(":phraseId", "routes/comment-bank-phrase.tsx")]),
    route("employees", "routes/employees/list.tsx", [
      route("new", "routes/employees/new.tsx"),
      route(":employeeId/delete", "routes/employees/delete.tsx"),
      route(":employeeId/access", "routes/employees/access.tsx"),
      route(":employeeId/timetable", "routes/employees/timetable.tsx", [
        route("substitute", "routes/employees/substitute.tsx"),
      ]),
      route(":employeeId", "routes/employees/profile.tsx", [
        route("documents", "routes/employees/documents.tsx"),
        route("picture", "routes/record-files/picture.tsx"),
      ]),
    ]),
    route("students", "routes/students/list.tsx", [
      route("new", "routes/students/new.tsx"),
      route(":studentKey/delete", "routes/students/delete.tsx"),
      route(":studentKey/preview", "routes/students/preview.tsx"),
      route(":studentKey/attendance", "routes/students/attendance.tsx"),
      route("forms/:studentKey", "routes/students/registration-form.tsx", { id: "routes/students/form" }),
      route(":studentKey", "routes/students/record.tsx", [
        route("documents", "routes/students/documents.tsx"),
        route("picture", "routes/record-files/picture.tsx", { id: "routes/students/picture" }),
        route("report-cards", "routes/students/report-cards.tsx"),
        route("registration-form", "routes/students/registration-form.tsx"),
        route("student-id", "routes/students/student-id.tsx"),
        route("view-attendance", "routes/students/attendance.tsx", {
          id: "routes/students/record-attendance",
        }),
      ]),
    ]),
    route("students/pictures", "routes/students/pictures/start.tsx"),
    route("students/pictures/:uploadId", "routes/students/pictures/upload.tsx", [
      route(":fileId", "routes/students/pictures/file.tsx"),
    ]),
    route("students/duplicates", "routes/students/duplicates.tsx", [
      route("merges/:mergeId", "routes/students/undo-merge.tsx"),
    ]),
    route("students/duplicates/:keptKey/:mergedKey", "routes/students/merge.tsx"),
    route("reset-password", "routes/reset-password/list.tsx", [
      route(":who", "routes/reset-password/ask.tsx"),
    ]),
    route("subjects", "routes/subjects/list.tsx", [
      route(":subjectId", "routes/subjects/subject.tsx", [route("add", "routes/subjects/add.tsx")]),
    ]),
    route("reports/batches", "routes/reports/batches.tsx", [route("new", "routes/reports/new-batch.tsx")]),
    route("settings", "routes/settings/settings.tsx"),
    route("settings/current-term", "routes/settings/current-term.tsx", [
      route(":termId/set", "routes/settings/set-term.tsx"),
    ]),
    route("settings/school-holidays", "routes/settings/school-holidays.tsx", [
      route(":holidayId", "routes/settings/holiday.tsx"),
    ]),
    route("settings/subjects", "routes/settings/subjects.tsx", [
      route(":subjectId/delete", "routes/settings/delete-subject.tsx"),
    ]),
    route("mark-sheet", "routes/mark-sheet/start.tsx"),
    route("mark-sheet/teachers/:employeeId", "routes/mark-sheet/teacher.tsx"),
    route("mark-sheet/:lessonId", "routes/mark-sheet/tests.tsx"),
    route("mark-sheet/:lessonId/:termId/:test", "routes/mark-sheet/sheet.tsx", [
      route("history/:studentKey", "routes/mark-sheet/history.tsx"),
      route("print", "routes/mark-sheet/print.tsx"),
    ]),
    route("term-reports", "routes/term-reports/start.tsx"),
    route("term-reports/:classId/:termId", "routes/term-reports/class.tsx"),
    route("term-reports/:classId/:termId/sign-all", "routes/term-reports/sign-all.tsx", [
      route("cards", "routes/term-reports/sign-all-cards.tsx"),
      route("sessions", "routes/term-reports/sessions.tsx"),
      route("sign", "routes/term-reports/sign-all-question.tsx"),
    ]),
    route("term-reports/:classId/:termId/:studentKey", "routes/term-reports/report.tsx", [
      route("search", "routes/term-reports/search.tsx"),
      route("card", "routes/term-reports/card.tsx"),
      route("sign", "routes/term-reports/sign.tsx"),
      route("send-back", "routes/term-reports/send-back.tsx"),
      route("take-back", "routes/term-reports/take-back.tsx"),
      route("history/:field", "routes/term-reports/history.tsx"),
      route("phrases/:field", "routes/term-reports/phrases.tsx"),
      route("subject/:subjectId", "routes/term-reports/subject.tsx"),
    ]),
  ]),
  route("app/reports/:kind/document", "routes/reports/document.tsx"),
  route("app/mark-sheet/:lessonId/:termId/:test/save", "routes/mark-sheet/save.tsx"),
  route("app/term-reports/:classId/:termId/:studentKey/save", "routes/term-reports/save.tsx"),
  route("app/attendance-register/:classId/:day/:session/save", "routes/attendance-register/save.tsx"),
  route("app/students/:studentKey/:tab/save", "routes/students/save.tsx"),
  route("app/employees/:employeeId/documents/upload", "routes/record-files/document-upload.tsx"),
  route("app/employees/:employeeId/documents/:documentId", "routes/record-files/document-file.tsx"),
  route("app/students/:studentKey/documents/upload", "routes/record-files/document-upload.tsx", {
    id: "routes/students/document-upload",
  }),
  route("app/students/:studentKey/documents/:documentId", "routes/record-files/document-file.tsx", {
    id: "routes/students/document-file",
  }),
  route("app/term-reports/:classId/:termId/:studentKey/prefetch", "routes/term-reports/prefetch.tsx"),
  route("app/reports/batches/:batchId/classes/:itemId", "routes/reports/batch-class.tsx"),
  route("app/reports/batches/:batchId/:form", "routes/reports/batch-file.tsx"),
  route("app/students/pictures/:uploadId/files", "routes/students/pictures/files.tsx"),
  route("app/students/alike", "routes/students/alike.tsx"),
  route("app/students/:studentKey/serial", "routes/students/serial.tsx"),
  route("app/employees/slips", "routes/employees/slips.tsx"),
  route("app/reset-password/slips", "routes/reset-password/slips.tsx"),
  route("app/unsent/names", "routes/unsent-names.tsx"),
  route("app/session-state", "routes/session-state.tsx"),
  route("app/sign-in-again", "routes/sign-in/again.tsx"),
] satisfies RouteConfig;
