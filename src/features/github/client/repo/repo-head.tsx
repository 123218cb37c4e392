import { usePublicConfig } from "#client/app-context.tsx";
import { breadcrumbJsonLd, DocumentHead } from "#client/document-head.tsx";
import { paths } from "#client/routing/paths.ts";
import type { RepositoryDetails } from "../../domain/github-shapes.ts";

type RepoHeadProps = { name: string; repo: RepositoryDetails | null; hasFailed: boolean };

/** Metadata of a repository's page for search engines and link previews. */
export function RepoHead({ name, repo, hasFailed }: RepoHeadProps) {
  const { ownerName, publicUrl } = usePublicConfig();
  if (repo === null) {
    return (
      <DocumentHead
        title={hasFailed ? "Failed to load repo." : name}
        description={`A repository by ${ownerName}, with languages, commits, and README.`}
        isPrivate
      />
    );
  }
  const path = paths.repo(repo.name);
  return (
    <DocumentHead
      title={repo.name}
      description={
        repo.description ?? `${repo.name}, a repository by ${ownerName}, with its languages and commits.`
      }
      canonicalPath={path}
      jsonLd={[
        sourceCodeJsonLd(repo, { ownerName, publicUrl }),
        breadcrumbJsonLd(publicUrl, [
          { name: "Home", path: paths.home() },
          { name: repo.name, path },
        ]),
      ]}
    />
  );
}

/** Returns schema.org SoftwareSourceCode, without unknown values. */
function sourceCodeJsonLd(
  repo: RepositoryDetails,
  site: { ownerName: string; publicUrl: string },
): Record<string, unknown> {
  const known = {
    description: repo.description,
    programmingLanguage: repo.language,
    license: repo.license?.spdx_id ?? repo.license?.name ?? null,
    dateCreated: repo.created_at,
    dateModified: repo.pushed_at,
  };
  return {
    "@type": "SoftwareSourceCode",
    name: repo.name,
    codeRepository: repo.html_url,
    url: `${site.publicUrl}${paths.repo(repo.name)}`,
    author: { "@type": "Person", name: site.ownerName, url: `${site.publicUrl}/` },
    keywords: repo.topics,
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
  };
}
