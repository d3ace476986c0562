import { index, route, type RouteConfig } from "@remix-run/route-config";

/** Every URL of the product. What is nested opens over its page: dialogs and the viewer (design section 8). */
export default [
  index("routes/sign-in.tsx"),
  route("signed-out", "routes/signed-out.tsx"),
  route("img/students/:picture", "routes/student-picture.tsx"),
  route("img/signatures/:picture", "routes/signature-picture.tsx"),
  route("api/*", "routes/api.tsx"),
  route("sanctum/*", "routes/api.tsx", { id: "routes/sanctum" }),
  route("app", "routes/app.tsx", [
    route("", "routes/main-menu.tsx", [route("sign-out", "routes/sign-out.tsx")]),
    route("profile", "routes/profile.tsx", [route("signature", "routes/profile-signature.tsx")]),
    route("unsent", "routes/unsent.tsx"),
    route("late-board", "routes/late-board.tsx"),
    route("comment-bank", "routes/comment-bank.tsx", [route(":phraseId", "routes/comment-bank-phrase.tsx")]),
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
    ]),
    route("term-reports/:classId/:termId/:studentKey", "routes/term-reports/report.tsx", [
      route("search", "routes/term-reports/search.tsx"),
      route("card", "routes/term-reports/card.tsx"),
      route("sign", "routes/term-reports/sign.tsx"),
      route("send-back", "routes/term-reports/send-back.tsx"),
      route("history/:field", "routes/term-reports/history.tsx"),
      route("phrases/:field", "routes/term-reports/phrases.tsx"),
      route("subject/:subjectId", "routes/term-reports/subject.tsx"),
    ]),
  ]),
  route("app/mark-sheet/:lessonId/:termId/:test/save", "routes/mark-sheet/save.tsx"),
  route("app/term-reports/:classId/:termId/:studentKey/save", "routes/term-reports/save.tsx"),
  route("app/term-reports/:classId/:termId/:studentKey/ahead", "routes/term-reports/prefetch.tsx"),
  route("app/unsent/names", "routes/unsent-names.tsx"),
  route("app/session-state", "routes/session-state.tsx"),
  route("app/sign-in-again", "routes/sign-in-again.tsx"),
] satisfies RouteConfig;
