/** Author of a commit. Without a login, GitHub has no account for the email address and returns `author: null`. */
export type GitIdentity = { name: string; email: string; login: string | null };

/** An invented account. Nobody here exists. */
export type SandboxPerson = {
  login: string;
  id: number;
  type: "User" | "Organization";
  name: string;
  company: string | null;
  blog: string;
  location: string | null;
  bio: string | null;
  email: string;
  followers: number;
  following: number;
  created: string;
};

function person(login: string, id: number, name: string, more: Partial<SandboxPerson> = {}): SandboxPerson {
  return {
    login,
    id,
    type: "User",
    name,
    company: null,
    blog: "",
    location: null,
    bio: null,
    email: `${id}+${login}@users.noreply.sandbox.example`,
    followers: id % 97,
    following: id % 23,
    created: "2021-04-12T08:30:00Z",
    ...more,
  };
}

export const sandboxPeople: SandboxPerson[] = [
  person("robin-ashgrove", 70_114_203, "Robin Ashgrove", {
    company: "@lanternfish-works",
    blog: "https://robinashgrove.example",
    location: "Albany, New York",
    bio: "Software that has to add up: ledgers, public records, developer tools.",
    email: "robin@robinashgrove.example",
    followers: 214,
    following: 38,
    created: "2014-02-18T13:05:44Z",
  }),
  person("wren-okonjo", 70_220_871, "Wren Okonjo", {
    location: "Troy, New York",
    bio: "Tests first, opinions second.",
    email: "wren@okonjo.example",
    followers: 61,
    following: 12,
  }),
  person("tamsin-birchall", 70_331_408, "Tamsin Birchall", {
    bio: "Postgres, mostly.",
    email: "tamsin@birchall.example",
    followers: 97,
    following: 44,
  }),
  person("lanternfish-works", 70_400_111, "Lanternfish Works", {
    type: "Organization",
    bio: "A small company that does not exist.",
  }),
  person("fern-hollow", 70_401_223, "Fern Hollow"),
  person("tidewater-labs", 70_402_334, "Tidewater Labs", { type: "Organization" }),
  person("quillwright", 70_403_445, "Ona Quillwright"),
  person("saltbox-dev", 70_404_556, "Saltbox", { type: "Organization" }),
  person("mica-vellum", 70_405_667, "Mica Vellum"),
  person("northgate-tools", 70_406_778, "Northgate Tools", { type: "Organization" }),
];

/** A release bot whose email address belongs to no account. */
const releaseMachine: GitIdentity = {
  name: "Release Machine",
  email: "release@build.robinashgrove.example",
  login: null,
};

/**
 * Returns the author of a seed's commit.
 * @throws Error for a name that isn't an account of the sandbox
 */
export function findPerson(author: string): GitIdentity {
  if (author === "release-machine") return releaseMachine;
  const found = sandboxPeople.find(({ login }) => login === author);
  if (found === undefined) throw new Error(`a seed's commit has an unknown author: ${author}`);
  return { name: found.name, email: found.email, login: found.login };
}
