import { createHmac, pbkdf2Sync, randomBytes, createHash } from "node:crypto";
import { Client, type ClientConfig, type Pool } from "pg";

/** Arbitrary lock number, unique in this database: "login" in ASCII. */
const advisoryLock = 0x6c_6f67_696e;

/**
 * Returns the address of a login that is only a member of `app_user`. Queries for a person connect with it; having no other
 * role to return to (`reset role`, `set_config('role', …)`), they can't lift row-level security from inside. The login is
 * created if missing, with a password derived from the one in `connectionString`, so all servers of a site know it.
 * @returns the address, or null if there can't be such a login: no password, no right to create roles, or a server that refuses
 * it (such as a pooler with a user list of its own)
 */
export async function appLoginUrl(pool: Pool, connectionString: string): Promise<string | null> {
  const url = URL.canParse(connectionString) ? new URL(connectionString) : null;
  if (url === null || url.host === "" || url.password === "") return null;
  const { rows } = await pool.query<{ name: string }>(
    "select 'app_user_' || oid as name from pg_database where datname = current_database()",
  );
  const name = rows[0]?.name;
  if (name === undefined) return null;
  const password = createHmac("sha256", decodeURIComponent(url.password))
    .update(`folio login ${name}`)
    .digest("base64url");
  url.username = name;
  url.password = password;
  if (await letsIn(url.href)) return url.href;
  if (!(await makeLogin(pool, name, password))) return null;
  return (await letsIn(url.href)) ? url.href : null;
}

async function letsIn(connectionString: string): Promise<boolean> {
  const config: ClientConfig = { connectionString, connectionTimeoutMillis: 5_000 };
  const client = new Client(config);
  client.on("error", () => undefined);
  try {
    await client.connect();
    // Before the schema exists, the role isn't a member of anything.
    const { rows } = await client.query<{ is: boolean }>(
      "select pg_has_role(current_user, 'app_user', 'member') and not pg_has_role(current_user, $1, 'member') as is",
      ["pg_database_owner"],
    );
    return rows[0]?.is === true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Creates the login, one server at a time; false if the current login may not create roles. */
async function makeLogin(pool: Pool, name: string, password: string): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1::bigint)", [advisoryLock]);
    const { rowCount } = await client.query("select from pg_roles where rolname = $1", [name]);
    const verb = rowCount === 0 ? "create" : "alter";
    // Sends the verifier instead of the password, because the server may log statements.
    await client.query(`${verb} role ${name} login password '${scramVerifier(password)}'`);
    await client.query(`grant app_user to ${name}`);
    await client.query("commit");
    return true;
  } catch {
    await client.query("rollback").catch(() => undefined);
    return false;
  } finally {
    client.release();
  }
}

const scramRounds = 4096;

/**
 * Returns the verifier that Postgres stores for a password (RFC 5803), which consists of base64 and dollar signs, never quotes.
 */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, scramRounds, 32, "sha256");
  const keyOf = (label: string) => createHmac("sha256", salted).update(label).digest();
  const storedKey = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${scramRounds}:${salt.toString("base64")}$${storedKey}:${keyOf("Server Key").toString("base64")}`;
}
