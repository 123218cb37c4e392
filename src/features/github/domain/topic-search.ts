/** What a topic stands for in code (docs/reference/product.md, "Repositories"). */
const queries: Record<string, string> = {
  "azure-functions": "HttpTrigger",
  "api-wrapper": "HttpClient",
  cqrs: "MediatR language:csharp",
  reactjs: "React language:javascript",
  "entity-framework-core": "EntityFrameworkCore language:csharp",
};

/** dotnet, dot-net, dotnet-core, dotnet8, aspnet, asp-net-core, net8, netcore … */
const dotnetVariant = /^(?:asp-?)?(?:dot-?)?net(?:[-\d]|core|$)|^dot-?net|^asp-?net/;

/** Names of GitHub's languages that its search spells otherwise. */
const searchNames: Record<string, string> = { "c#": "csharp", "c++": "cpp", "f#": "fsharp" };

/** The code search that a click on a topic runs (docs/reference/product.md, "Repositories"); the topic's own words where it stands for no other. */
export function topicQuery(topic: string): string {
  const name = topic.toLowerCase();
  const mapped = Object.hasOwn(queries, name) ? queries[name] : undefined;
  if (mapped !== undefined) return mapped;
  return dotnetVariant.test(name) ? "language:csharp" : name.replaceAll("-", " ");
}

/** The code search that a click on a language runs; C# is csharp there (docs/reference/product.md, "Repositories"). */
export function languageQuery(language: string): string {
  const name = language.toLowerCase();
  const searchName = Object.hasOwn(searchNames, name) ? searchNames[name] : name;
  return `language:${/\s/.test(name) ? `"${name}"` : searchName}`;
}
