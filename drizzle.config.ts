import { defineConfig } from "drizzle-kit";

/**
 * `npx drizzle-kit generate --name what_changes` writes the next migration from the tables in the code.
 * The server runs them itself at start (src/server/database/migrate.ts); drizzle-kit never touches a database.
 */
export default defineConfig({
  dialect: "postgresql",
  schema: "./src/server/tables/*-tables.ts",
  out: "./db/migrations",
});
