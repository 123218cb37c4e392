/** Texts that change their meaning if any place forgets to encode them. Each contains a marker by which it is found again. */

export const hostileMark = "xss7";

export const hostileTexts: readonly [string, ...string[]] = [
  "<img src=x onerror=alert(1)>",
  '"><svg onload=alert(1)>',
  "'><script>alert(1)</script>",
  "</script><script>alert(1)</script>",
  '" onmouseover="alert(1)" x="',
  "' autofocus onfocus='alert(1)",
  "javascript:alert(1)",
  '<a href="javascript:alert(1)">x</a>',
  "[x](javascript:alert(1))",
  '![x](x" onerror="alert(1))',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  "{{constructor.constructor('alert(1)')()}}${alert(1)}",
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  "</title></textarea></style><img src=x onerror=alert(1)>",
  "<xss7-mark data-xss7=1>",
  "&lt;img src=x onerror=alert(1)&gt;",
  "&#60;img src=x onerror=alert(1)&#62;",
  "\u2028<img src=x onerror=alert(1)>",
  "<base href=//evil.example>",
  '<meta http-equiv="refresh" content="0;url=//evil.example">',
  "<form action=//evil.example><button>x",
  "<math><mtext><style><!--</style><img src onerror=alert(1)>",
  "<template><xss7-mark></template>",
  "]]><xss7-mark/>",
].map((text) => `${hostileMark} ${text}`) as [string, ...string[]];

let told = 0;

/** Returns the next text, cyclically. */
export function nextHostileText(): string {
  told += 1;
  return hostileTexts[told % hostileTexts.length] ?? hostileTexts[0];
}

/** Fields with text for people in responses of GitHub, Congress.gov and Plaid. */
const shownFields = new Set(
  "description bio company location message title text fullName policyArea name official_name merchant_name fragment".split(
    " ",
  ),
);

/** Returns true for a field that is part of a URL, which a hostile text would only make unreachable. */
function isName(owner: Record<string, unknown>, field: string): boolean {
  return (
    field === "name" &&
    ["full_name", "path", "sha", "commit", "ref"].some((sibling) => Object.hasOwn(owner, sibling))
  );
}

/** Returns a service's response with hostile texts in every displayed field. */
export function withHostileTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withHostileTexts);
  if (typeof value !== "object" || value === null) return value;
  const owner = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(owner).map(([field, inner]) => {
      if (field === "content" && owner["encoding"] === "base64" && String(owner["path"]).startsWith("README"))
        return [field, hostileReadme(String(inner))];
      if (typeof inner !== "string") return [field, withHostileTexts(inner)];
      return [
        field,
        shownFields.has(field) && !isName(owner, field) ? `${inner} ${nextHostileText()}` : inner,
      ];
    }),
  );
}

function hostileReadme(base64: string): string {
  const text = Buffer.from(base64, "base64").toString();
  return Buffer.from(`${text}\n\n${hostileTexts.join("\n\n")}\n`).toString("base64");
}
