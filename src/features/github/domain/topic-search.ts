/** Code searches by topic (docs/reference/product.md, "Repositories"). */
const queries: Record<string, string> = {
  "azure-functions": "HttpTrigger",
  "api-wrapper": "HttpClient",
  cqrs: "MediatR language:csharp",
  reactjs: "React language:javascript",
  "entity-framework-core": "EntityFrameworkCore language:csharp",
};

/** dotnet, dot-net, dotnet-core, dotnet8, aspnet, asp-net-core, net8, netcore … */
const dotnetVariant = /^(?:asp-?)?(?:dot-?)?net(?:[-\d]|core|$)|^dot-?net|^asp-?net/;

/** Languages that GitHub's search spells differently. */
const searchNames: Record<string, string> = { "c#": "csharp", "c++": "cpp", "f#": "fsharp" };

/** Returns the code search for a topic (docs/reference/product.md, "Repositories"), or the topic's own words. */
export function topicQuery(topic: string): string {
  const name = topic.toLowerCase();
  const mapped = Object.hasOwn(queries, name) ? queries[name] : undefined;
  if (mapped !== undefined) return mapped;
  return dotnetVariant.test(name) ? "language:csharp" : name.replaceAll("-", " ");
}

/** Returns the code search for a language; C# becomes csharp (docs/reference/product.md, "Repositories"). */
export function languageQuery(language: string): string {
  const name = language.toLowerCase();
  const searchName = Object.hasOwn(searchNames, name) ? searchNames[name] : name;
  return `language:${/\s/.test(name) ? `"${name}"` : searchName}`;
}
