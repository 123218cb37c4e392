-- A person's transaction asks for work by this alone: its role reads and writes nothing of the queue.
CREATE FUNCTION request_job(wanted_kind text, wanted_key text, wanted_payload jsonb, wanted_due_at timestamptz)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO jobs (kind, key, payload, due_at) VALUES (wanted_kind, wanted_key, wanted_payload, wanted_due_at)
  ON CONFLICT (kind, key) DO UPDATE SET payload = excluded.payload, requests = jobs.requests + 1,
    due_at = least(jobs.due_at, excluded.due_at)
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION request_job(text, text, jsonb, timestamptz) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION request_job(text, text, jsonb, timestamptz) TO app_user;
