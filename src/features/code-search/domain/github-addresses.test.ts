import { describe, expect, it } from "vitest";
import { gitHubFileAddress, gitHubRepoAddress } from "./github-addresses.ts";
import type { SearchItem } from "./search-results.ts";

function item(repo: string, path: string, address: string): SearchItem {
  return {
    sha: path,
    name: path,
    path,
    html_url: address,
    repository: { name: repo, description: null },
    text_matches: [],
  };
}

const found = item("tide", "src/a.cs", "https://github.example/wren/tide/blob/4f2a/src/a.cs");

describe("a file's address at GitHub", () => {
  it("is the one that the search has found", () => {
    expect(gitHubFileAddress([found], { repo: "tide", path: "src/a.cs" })).toBe(found.html_url);
  });

  it("is made from a neighbour's where the search has not found the file itself", () => {
    expect(gitHubFileAddress([found], { repo: "tide", path: "docs/a b#c.md" })).toBe(
      "https://github.example/wren/tide/blob/4f2a/docs/a%20b%23c.md",
    );
  });

  it("is unknown without anything found in that repository", () => {
    expect(gitHubFileAddress([found], { repo: "moss", path: "a" })).toBeNull();
    expect(gitHubFileAddress([], { repo: "tide", path: "a" })).toBeNull();
  });

  it("is never a script", () => {
    const hostile = item("tide", "a", "javascript:alert(1)//blob/x/a");
    expect(gitHubFileAddress([hostile], { repo: "tide", path: "a" })).toBeNull();
    expect(gitHubFileAddress([hostile], { repo: "tide", path: "b" })).toBeNull();
  });
});

it("a repository's address is the part before the file", () => {
  expect(gitHubRepoAddress(found.html_url)).toBe("https://github.example/wren/tide");
});
