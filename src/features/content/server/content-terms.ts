import { builtInCategories } from "../domain/built-in-content.ts";
import type { Category, Tag } from "../domain/content.ts";
import type { CategoriesFile, TagsFile } from "./content-file-schemas.ts";
import { slugOf } from "./stable-ids.ts";

type IdGiver = (kind: string, slug: string, wanted?: number) => number;

/** Finds the categories that posts name, and collects those of the site. */
export type CategoryShelf = {
  all: () => Category[];
  /** By name or slug, whatever the case. */
  find: (name: string) => Category | undefined;
};

/** The categories of content/categories.yaml; without that file the built-in ones. */
export function createCategoryShelf(file: CategoriesFile | null, giveId: IdGiver): CategoryShelf {
  const categories = file === null ? structuredClone([...builtInCategories]) : flatten(file, giveId);
  return {
    all: () => categories,
    find(name) {
      const wanted = name.toLowerCase();
      return categories.find(
        (category) => category.name.toLowerCase() === wanted || category.slug === wanted,
      );
    },
  };
}

function flatten(file: CategoriesFile, giveId: IdGiver): Category[] {
  return file.flatMap((entry) => {
    const parent = toCategory(entry, 0, giveId);
    return [parent, ...entry.children.map((child) => toCategory(child, parent.id, giveId))];
  });
}

function toCategory(
  entry: { id?: number | undefined; name: string; slug?: string | undefined; description: string },
  parent: number,
  giveId: IdGiver,
): Category {
  const slug = entry.slug ?? slugOf(entry.name);
  return {
    id: giveId("category", slug, entry.id),
    name: entry.name,
    slug,
    description: entry.description,
    parent,
    count: 0,
    link: `/posts?category=${slug}`,
    taxonomy: "category",
    meta: [],
  };
}

/** Makes a tag of every name that a post carries; content/tags.yaml adds descriptions and slugs. */
export type TagShelf = { all: () => Tag[]; take: (name: string) => Tag };

export function createTagShelf(file: TagsFile | null, giveId: IdGiver): TagShelf {
  const tags = new Map<string, Tag>();
  const known = new Map((file ?? []).map((entry) => [entry.name.toLowerCase(), entry]));
  return {
    all: () => [...tags.values()].sort((a, b) => a.name.localeCompare(b.name, "en")),
    take(name) {
      const entry = known.get(name.toLowerCase());
      const slug = entry?.slug ?? slugOf(name);
      const existing = tags.get(slug);
      if (existing !== undefined) return existing;
      const id = giveId("tag", slug, entry?.id);
      const tag = { id, name: entry?.name ?? name, slug, count: 0, description: entry?.description ?? "" };
      tags.set(slug, tag);
      return tag;
    },
  };
}
