import { index, route } from "@remix-run/route-config";
import type { RouteConfig } from "@remix-run/route-config";

/** Every URL of the product. What is nested opens over its page: dialogs and the viewer (design section 8). */
export default [
  index("routes/sign-in.tsx"),
  route("signed-out", "routes/signed-out.tsx"),
  route("img/students/:picture", "routes/student-picture.tsx"),
  route("api/*", "routes/api.tsx"),
  route("sanctum/*", "routes/sanctum.tsx"),
  route("app", "routes/app.tsx", [
    route("", "routes/main-menu.tsx", [route("sign-out", "routes/sign-out.tsx")]),
    route("profile", "routes/profile.tsx"),
    route("mark-sheet", "routes/mark-sheet-start.tsx"),
    route("mark-sheet/teachers/:employeeId", "routes/mark-sheet-teacher.tsx"),
    route("mark-sheet/:lessonId", "routes/mark-sheet-tests.tsx"),
    route("mark-sheet/:lessonId/:termId/:test", "routes/mark-sheet.tsx", [
      route("history/:studentKey", "routes/mark-sheet-history.tsx"),
      route("print", "routes/mark-sheet-print.tsx"),
    ]),
  ]),
  route("app/mark-sheet/:lessonId/:termId/:test/save", "routes/mark-sheet-save.tsx"),
  route("app/session-state", "routes/session-state.tsx"),
  route("app/sign-in-again", "routes/sign-in-again.tsx"),
] satisfies RouteConfig;
