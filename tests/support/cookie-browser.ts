type Cookie = { name: string; value: string; host: string; path: string; isSecure: boolean };

type VisitInit = { method?: string; body?: URLSearchParams; headers?: Record<string, string> };

export type Visit = { url: URL; status: number; headers: Headers; text: string };

/**
 * Creates a browser without a screen, which keeps cookies by host and path, follows redirects one at a time, and presses
 * buttons.
 */
export function createCookieBrowser() {
  const cookies: Cookie[] = [];

  function keep(url: URL, line: string): void {
    const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
    const cut = pair.indexOf("=");
    const attribute = (name: string) =>
      attributes.find((text) => text.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
    const cookie: Cookie = {
      name: pair.slice(0, cut),
      value: pair.slice(cut + 1),
      host: url.hostname,
      path: attribute("path") ?? "/",
      isSecure: attributes.some((text) => text.toLowerCase() === "secure"),
    };
    const at = cookies.findIndex(
      (known) => known.name === cookie.name && known.host === cookie.host && known.path === cookie.path,
    );
    const expires = attribute("expires");
    const isGone =
      attribute("max-age") === "0" || (expires !== undefined && Date.parse(expires) <= Date.now());
    if (isGone) cookies.splice(at, at < 0 ? 0 : 1);
    else if (at >= 0) cookies[at] = cookie;
    else cookies.push(cookie);
  }

  function cookieHeader(url: URL): string {
    return cookies
      .filter((cookie) => cookie.host === url.hostname && url.pathname.startsWith(cookie.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }

  /** Makes one request without following redirects. */
  async function visit(address: string | URL, init: VisitInit = {}): Promise<Visit> {
    const url = new URL(address);
    const cookie = cookieHeader(url);
    const response = await fetch(url, {
      redirect: "manual",
      ...init,
      headers: {
        accept: "text/html",
        ...(cookie === "" ? {} : { cookie }),
        ...init.headers,
      },
    });
    for (const line of response.headers.getSetCookie()) keep(url, line);
    return { url, status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Follows redirects to the end, or until one leads to the path `stopAt`. */
  async function follow(from: Visit, stopAt?: string): Promise<Visit> {
    let current = from;
    for (let hop = 0; hop < 10; hop += 1) {
      const location = current.headers.get("location");
      if (location === null) return current;
      const next = new URL(location, current.url);
      if (next.pathname === stopAt) {
        return { url: next, status: 0, headers: new Headers(), text: "" };
      }
      current = await visit(next);
    }
    throw new Error("Too many redirects.");
  }

  /** Presses a button of the form on a page. */
  async function press(page: Visit, fields: Record<string, string>): Promise<Visit> {
    const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1];
    if (action === undefined) throw new Error(`No form at ${page.url.href}: ${page.text.slice(0, 300)}`);
    return visit(new URL(action, page.url), { method: "POST", body: new URLSearchParams(fields) });
  }

  return { cookies, visit, follow, press };
}

export type CookieBrowser = ReturnType<typeof createCookieBrowser>;
