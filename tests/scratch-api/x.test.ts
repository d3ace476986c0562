import { test } from "vitest";
import { signIn } from "#features/sign-in/sign-in.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
await freshDatabase();
test("x", async () => { await signIn({ userName: "a", password: "b" }, { address: "127.0.0.1", device: "" }); });
