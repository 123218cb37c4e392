import { builtInCategories } from "../domain/built-in-content.ts";
import type { Category, Tag } from "../domain/content-shapes.ts";
import type { CategoriesFile, TagsFile } from "./content-file-schemas.ts";
import { slugOf } from "./stable-ids.ts";

type IdGiver = (kind: string, slug: string, wanted?: number) => number;

/** Finds the categories that posts name, and lists the site's categories. */
export type CategoryList = {
  all: () => Category[];
  /** Finds a category by name or slug, ignoring case. */
  find: (name: string) => Category | undefined;
};

/** Creates the categories from content/categories.yaml, or from the built-in ones without that file. */
export function createCategoryList(file: CategoriesFile | null, giveId: IdGiver): CategoryList {
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

/** Makes a tag for every name in posts; content/tags.yaml adds descriptions and slugs. */
export type TagList = { all: () => Tag[]; take: (name: string) => Tag };

export function createTagList(file: TagsFile | null, giveId: IdGiver): TagList {
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
