-- Links to GitHub that have begun are kept in the browser, as sign-ins are. Those under way must begin again.
DROP POLICY "github_link_attempts_of_the_user" ON "github_link_attempts" CASCADE;--> statement-breakpoint
DROP TABLE "github_link_attempts" CASCADE;