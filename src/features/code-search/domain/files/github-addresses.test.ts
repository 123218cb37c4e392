import { describe, expect, it } from "vitest";
import {
  gitHubBlameAddress,
  gitHubFileAddress,
  gitHubRepoAddress,
  gitHubSearchAddress,
} from "./github-addresses.ts";
import type { SearchItem } from "../search-shapes.ts";

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

const owner = "https://github.example/wren";

describe("a file's address on GitHub", () => {
  it("is the one in the search results", () => {
    expect(gitHubFileAddress([found], { repo: "tide", path: "src/a.cs" }, owner)).toBe(found.html_url);
  });

  it("is derived from another file's if the results don't contain the file", () => {
    expect(gitHubFileAddress([found], { repo: "tide", path: "docs/a b#c.md" }, owner)).toBe(
      "https://github.example/wren/tide/blob/4f2a/docs/a%20b%23c.md",
    );
  });

  it("is on the default branch without a search, as from a README", () => {
    expect(gitHubFileAddress([found], { repo: "moss", path: "a b.md" }, owner)).toBe(
      "https://github.example/wren/moss/blob/HEAD/a%20b.md",
    );
    expect(gitHubFileAddress([], { repo: "tide", path: "src/a.cs" }, owner)).toBe(
      "https://github.example/wren/tide/blob/HEAD/src/a.cs",
    );
  });

  it("is never a script", () => {
    const hostile = item("tide", "a", "javascript:alert(1)//blob/x/a");
    for (const path of ["a", "b"])
      expect(gitHubFileAddress([hostile], { repo: "tide", path }, owner)).toBe(
        `https://github.example/wren/tide/blob/HEAD/${path}`,
      );
  });
});

it("contains the repository's address", () => {
  expect(gitHubRepoAddress(found.html_url)).toBe("https://github.example/wren/tide");
});

describe("other pages of GitHub", () => {
  it("are a file's authors", () => {
    expect(gitHubBlameAddress("https://github.example/wren/tide/blob/4f2a/src/a%20b.ts")).toBe(
      "https://github.example/wren/tide/blame/4f2a/src/a%20b.ts",
    );
    expect(gitHubBlameAddress("javascript:alert(1)//blob/x/y")).toBeNull();
  });

  it("are a search with the whole query", () => {
    expect(gitHubSearchAddress("https://github.example", "a&b repo:wren/tide")).toBe(
      "https://github.example/search?q=a%26b%20repo%3Awren%2Ftide&type=code",
    );
  });
});
