import { describe, expect, it } from "vitest";
import { languageQuery, topicQuery } from "./topic-search.ts";

describe("clicking a topic", () => {
  it.each([
    ["azure-functions", "HttpTrigger"],
    ["api-wrapper", "HttpClient"],
    ["dotnet", "language:csharp"],
    ["dotnet-core", "language:csharp"],
    ["dotnetcore", "language:csharp"],
    ["dotnet8", "language:csharp"],
    ["dot-net", "language:csharp"],
    ["aspnet-core", "language:csharp"],
    ["asp-net", "language:csharp"],
    ["net8", "language:csharp"],
    ["netcore", "language:csharp"],
    ["cqrs", "MediatR language:csharp"],
    ["reactjs", "React language:javascript"],
    ["entity-framework-core", "EntityFrameworkCore language:csharp"],
    ["CQRS", "MediatR language:csharp"],
  ])("%s runs its mapped search: %s", (topic, query) => {
    expect(topicQuery(topic)).toBe(query);
  });

  it.each([
    ["vue", "vue"],
    ["network", "network"],
    ["netlify", "netlify"],
    ["rent-roll", "rent roll"],
    ["constructor", "constructor"],
  ])("%s, which has no mapping, searches for %s", (topic, query) => {
    expect(topicQuery(topic)).toBe(query);
  });
});

describe("clicking a language", () => {
  it.each([
    ["C#", "language:csharp"],
    ["C++", "language:cpp"],
    ["TypeScript", "language:typescript"],
    ["Jupyter Notebook", 'language:"jupyter notebook"'],
  ])("%s runs %s", (language, query) => {
    expect(languageQuery(language)).toBe(query);
  });
});
