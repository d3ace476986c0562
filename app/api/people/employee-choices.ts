import { z } from "zod";
import {
  listPosts,
  listQualifications,
  readTab,
  type TabRead,
} from "#features/employees/profile/profile.server.ts";
import { lookUp, type Endpoint } from "../dispatch/endpoint.ts";
import { id } from "../dispatch/wire.ts";

const Post = z.strictObject({ id: z.int().nullable(), post: z.string().nullable() });

/** The choices of an employee's record, and the posts that somebody holds. */
export const EMPLOYEE_CHOICES: readonly Endpoint[] = [
  lookUp({
    path: "/api/employee-posts",
    summary: "Lists the posts on the Ministry's list",
    list: { sort: ["id", "post"], search: ["post"] },
    reply: z.array(z.strictObject({ id: z.int(), post: z.string() })),
    read: async () =>
      (await listPosts()).map(({ employee_post_id, post }) => ({ id: employee_post_id, post })),
  }),
  lookUp({
    path: "/api/employee-post/:employee",
    summary: "Reads the posts that an employee holds",
    params: z.object({ employee: id }),
    reply: z.strictObject({ ...Post.shape, substantive: Post, acting: Post }),
    read: async ({ person, params }) =>
      postsHeld(await readTab(person, { tab: "employment", employeeId: params.employee })),
  }),
  lookUp({
    path: "/api/qualifications",
    summary: "Lists the qualifications that can be recorded",
    list: { sort: ["id", "title"], search: ["title"] },
    reply: z.array(
      z.strictObject({ id: z.int(), title: z.string(), details: z.boolean(), detail: z.string() }),
    ),
    read: async () =>
      (await listQualifications()).map(({ qualification_id, ...listed }) => ({
        id: qualification_id,
        ...listed,
      })),
  }),
];

/** The current post: the acting one before the substantive one. */
function postsHeld({ values, rules }: TabRead) {
  const posts = rules.tab === "employment" ? rules.posts : [];
  const held = (field: string) => {
    const found = posts.find(({ employee_post_id }) => employee_post_id === values[field]);
    return { id: found?.employee_post_id ?? null, post: found?.post ?? null };
  };
  const [substantive, acting] = [held("substantive_post_id"), held("acting_post_id")];
  return { ...(acting.id === null ? substantive : acting), substantive, acting };
}
