import type { Definition, DefinitionKind } from "./code-definition.ts";

/** A pattern's first group is the name. Patterns are tried in order on each line and find at most one definition. */
type Rule = readonly [kind: DefinitionKind, pattern: RegExp];

const keywords: ReadonlySet<string> = new Set(
  "if for foreach while switch catch return await new else do try using lock fixed function super throw typeof match in of is as and or not case when with sizeof defined yield".split(
    " ",
  ),
);
const maxDefinitions = 5_000;
/** A longer line is generated or data. */
const maxLineCharacters = 400;

const modifiers = "(?:export\\s+)?(?:default\\s+)?(?:declare\\s+)?";
const script: readonly Rule[] = [
  ["class", new RegExp(`^\\s*${modifiers}(?:abstract\\s+)?class\\s+([\\w$]+)`)],
  ["interface", new RegExp(`^\\s*${modifiers}interface\\s+([\\w$]+)`)],
  ["type", new RegExp(`^\\s*${modifiers}type\\s+([\\w$]+)\\s*(?:<[^=]*)?=`)],
  ["enum", new RegExp(`^\\s*${modifiers}(?:const\\s+)?enum\\s+([\\w$]+)`)],
  ["module", new RegExp(`^\\s*${modifiers}(?:namespace|module)\\s+([\\w$.]+)\\s*\\{`)],
  ["function", new RegExp(`^\\s*${modifiers}(?:async\\s+)?function\\s*\\*?\\s*([\\w$]+)`)],
  [
    "function",
    new RegExp(
      `^\\s*${modifiers}(?:const|let|var)\\s+([\\w$]+)\\s*(?::[^=]*)?=\\s*(?:async\\s*)?(?:function\\b|(?:<[^>]*>\\s*)?\\([^)]*\\)?[^=;]*=>|[\\w$]+\\s*=>)`,
    ),
  ],
  ["constant", /^(?:export\s+)?(?:declare\s+)?(?:const|let|var)\s+([\w$]+)\s*[:=]/],
  [
    "method",
    /^\s+(?:(?:public|private|protected|static|override|readonly|abstract|async|get|set)\s+)*\*?(#?[\w$]+)\s*(?:<[^>]*>)?\([^;]*\)?\s*(?::[^;={]*)?\{\s*$/,
  ],
];
const cLike = "(?:[\\w:<>,*&\\[\\]?.]+\\s+)+";
const access =
  "(?:(?:public|private|protected|internal|static|final|abstract|sealed|partial|readonly|async|override|virtual|extern|unsafe|new|open|inline|suspend|data|const|required|synchronized|default)\\s+)*";
const braced: readonly Rule[] = [
  ["enum", new RegExp(`^\\s*${access}enum\\s+(?:class\\s+)?(\\w+)`)],
  ["interface", new RegExp(`^\\s*${access}@?interface\\s+(\\w+)`)],
  ["class", new RegExp(`^\\s*${access}(?:class|record(?:\\s+(?:struct|class))?|struct|object)\\s+(\\w+)`)],
];
const cSharp: readonly Rule[] = [
  ["module", /^\s*namespace\s+([\w.]+)/],
  ...braced,
  ["type", new RegExp(`^\\s*${access}delegate\\s+[\\w<>,\\[\\]?. ]+\\s(\\w+)\\s*\\(`)],
  ["method", new RegExp(`^\\s+${access}${cLike}(\\w+)\\s*(?:<[^>]*>)?\\([^;]*$`)],
  [
    "method",
    new RegExp(
      `^\\s+(?:public|private|protected|internal)\\s+${access}(?:${cLike})?(\\w+)\\s*(?:<[^>]*>)?\\(`,
    ),
  ],
  ["constant", new RegExp(`^\\s+${access}const\\s+[\\w<>?]+\\s+(\\w+)\\s*=`)],
];
const java: readonly Rule[] = [
  ...braced,
  ["method", new RegExp(`^\\s+(?:@\\w+\\s+)?${access}(?:<[^>]*>\\s*)?${cLike}(\\w+)\\s*\\([^;]*$`)],
  ["constant", new RegExp(`^\\s+(?:public\\s+)?static\\s+final\\s+[\\w<>]+\\s+(\\w+)\\s*=`)],
];

const rulesByLanguage: Readonly<Record<string, readonly Rule[]>> = {
  TypeScript: script,
  JavaScript: script,
  Vue: script,
  Svelte: script,
  "C#": cSharp,
  Java: java,
  Kotlin: [
    ...braced,
    ["function", new RegExp(`^\\s*${access}fun\\s+(?:<[^>]*>\\s*)?(?:[\\w<>?]+\\.)?(\\w+)\\s*\\(`)],
    ["type", /^\s*typealias\s+(\w+)/],
  ],
  Swift: [
    ["class", new RegExp(`^\\s*${access}(?:class|struct|actor|extension)\\s+(?!func\\b|var\\b)(\\w+)`)],
    ["interface", new RegExp(`^\\s*${access}protocol\\s+(\\w+)`)],
    ["enum", new RegExp(`^\\s*${access}(?:indirect\\s+)?enum\\s+(\\w+)`)],
    ["function", /^\s*(?:@\w+\s+)*(?:\w+\s+)*func\s+(\w+)/],
    ["type", /^\s*(?:\w+\s+)?typealias\s+(\w+)/],
  ],
  Python: [
    ["class", /^\s*class\s+(\w+)/],
    ["method", /^\s+(?:async\s+)?def\s+(\w+)/],
    ["function", /^(?:async\s+)?def\s+(\w+)/],
    ["constant", /^([A-Z][A-Z\d_]{2,})\s*(?::[^=]+)?=/],
  ],
  Go: [
    ["interface", /^\s*(?:type\s+)?(\w+)\s+interface\s*\{/],
    ["class", /^\s*(?:type\s+)?(\w+)\s+struct\s*\{/],
    ["type", /^type\s+(\w+)/],
    ["method", /^func\s+\([^)]*\)\s*(\w+)/],
    ["function", /^func\s+(\w+)/],
    ["constant", /^(?:const|var)\s+(\w+)/],
  ],
  Rust: [
    ["class", /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|union)\s+(\w+)/],
    ["enum", /^\s*(?:pub(?:\([^)]*\))?\s+)?enum\s+(\w+)/],
    ["interface", /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?trait\s+(\w+)/],
    ["type", /^\s*(?:pub(?:\([^)]*\))?\s+)?type\s+(\w+)/],
    ["module", /^\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)/],
    ["constant", /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:const|static)\s+(?:mut\s+)?([A-Z]\w*)\s*:/],
    ["method", /^\s+(?:pub(?:\([^)]*\))?\s+)?(?:const\s+|async\s+|unsafe\s+|extern\s+"[^"]*"\s+)*fn\s+(\w+)/],
    ["function", /^(?:pub(?:\([^)]*\))?\s+)?(?:const\s+|async\s+|unsafe\s+|extern\s+"[^"]*"\s+)*fn\s+(\w+)/],
    ["function", /^\s*macro_rules!\s+(\w+)/],
  ],
  C: cRules(),
  "C++": cRules(),
  Ruby: [
    ["class", /^\s*class\s+([\w:]+)/],
    ["module", /^\s*module\s+([\w:]+)/],
    ["method", /^\s+def\s+(?:self\.)?([\w?!=]+)/],
    ["function", /^def\s+(?:self\.)?([\w?!=]+)/],
    ["constant", /^\s*([A-Z][A-Z\d_]{2,})\s*=/],
  ],
  PHP: [
    ["module", /^\s*namespace\s+([\w\\]+)/],
    ["class", /^\s*(?:(?:abstract|final|readonly)\s+)*(?:class|trait)\s+(\w+)/],
    ["interface", /^\s*interface\s+(\w+)/],
    ["enum", /^\s*enum\s+(\w+)/],
    ["method", /^\s+(?:(?:public|private|protected|static|abstract|final)\s+)*function\s+&?(\w+)/],
    ["function", /^function\s+&?(\w+)/],
    ["constant", /^\s*(?:(?:public|private|protected|final)\s+)*const\s+(?:\w+\s+)?(\w+)\s*=/],
  ],
  Shell: [
    ["function", /^\s*(?:function\s+)?([\w-]+)\s*\(\)\s*\{?/],
    ["function", /^\s*function\s+([\w-]+)/],
  ],
  SQL: [
    [
      "class",
      /^\s*create\s+(?:or\s+replace\s+)?(?:(?:global|local|temp|temporary|unlogged|materialized)\s+)*(?:table|view)\s+(?:if\s+not\s+exists\s+)?["`[]?([\w.]+)/i,
    ],
    [
      "function",
      /^\s*create\s+(?:or\s+(?:replace|alter)\s+)?(?:function|procedure|proc|trigger)\s+["`[]?([\w.]+)/i,
    ],
    ["type", /^\s*create\s+(?:type|domain)\s+["`[]?([\w.]+)/i],
  ],
};

function cRules(): readonly Rule[] {
  return [
    ["module", /^\s*(?:inline\s+)?namespace\s+([\w:]+)/],
    [
      "class",
      /^\s*(?:template\s*<[^>]*>\s*)?(?:typedef\s+)?(?:class|struct|union)\s+(?:[A-Z_]+\s+)?(\w+)\s*(?:final\s*)?(?::[^:;]*)?\{?\s*$/,
    ],
    ["enum", /^\s*(?:typedef\s+)?enum\s+(?:class\s+|struct\s+)?(\w+)/],
    ["type", /^\s*using\s+(\w+)\s*=/],
    ["constant", /^\s*#\s*define\s+(\w+)/],
    ["method", /^[\w:<>,*&\s]+?\b(\w+::~?\w+)\s*\([^;]*$/],
    ["function", /^(?:[\w:<>,*&]+\s+)+[*&]*(\w+)\s*\([^;]*$/],
  ];
}

/** Languages whose files may define components: functions that return elements. */
const componentFiles = /\.[jt]sx$/i;

/**
 * Returns a text's definitions by patterns on its lines, without a syntax tree: good enough for an outline and for "where is it
 * defined", in a fraction of the time.
 */
export function definitionsIn(text: string, language: string | null, path: string): Definition[] {
  const rules = rulesByLanguage[language ?? ""];
  if (rules === undefined) return [];
  const found: Definition[] = [];
  let line = 0;
  for (let start = 0; start <= text.length && found.length < maxDefinitions;) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    line += 1;
    if (end - start <= maxLineCharacters && end > start) {
      const definition = definitionOf(text.slice(start, end), rules);
      if (definition !== null) found.push({ ...definition, kind: kindOf(definition, path), line });
    }
    start = end + 1;
  }
  return found;
}

function definitionOf(line: string, rules: readonly Rule[]): { name: string; kind: DefinitionKind } | null {
  if (/^\s*(?:$|\/\/|\*|\/\*|--)/.test(line)) return null;
  for (const [kind, pattern] of rules) {
    const name = pattern.exec(line)?.[1];
    if (name === undefined || keywords.has(name)) continue;
    // "return call(" and "else if (" look like a type and a name.
    if (kind === "method" && /^\s*(?:return|throw|await|new|else|case|yield|using)\b/.test(line)) continue;
    return { name, kind };
  }
  return null;
}

function kindOf({ name, kind }: { name: string; kind: DefinitionKind }, path: string): DefinitionKind {
  const isComponent = kind === "function" && /^[A-Z][a-z]/.test(name) && componentFiles.test(path);
  return isComponent ? "component" : kind;
}
