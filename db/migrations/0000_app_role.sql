-- The role that every user's transaction takes on; row-level security binds it, and not the owner.
DO $$
DECLARE
  can_take_role boolean;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'app_user') THEN
    BEGIN
      CREATE ROLE app_user NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- another database of this server made it at the same time: roles are shared by all of them
    END;
  END IF;
  -- From Postgres 16 on, whoever makes a role is its member without the right to take it on.
  IF current_setting('server_version_num')::int >= 160000 THEN
    can_take_role := pg_has_role(current_user, 'app_user', 'SET');
  ELSE
    can_take_role := pg_has_role(current_user, 'app_user', 'MEMBER');
  END IF;
  IF NOT can_take_role THEN
    GRANT app_user TO CURRENT_USER;
  END IF;
END $$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO app_user;
--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO app_user;
--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO app_user;
