import { LedgerSection } from "#client/ledger-section.tsx";
import { paths } from "#client/routing/paths.ts";
import { Chip } from "#ui/status/chip.tsx";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import { Prose } from "#ui/prose.tsx";
import type { HomeSection } from "../domain/content-views.ts";
import styles from "./home-skills.module.css";

/** Languages, frontend, backend, and tools as groups of tags; a category with a code-search hint links to that search. */
export function HomeSkills({ groups }: { groups: HomeSection[] }) {
  if (groups.length === 0) return null;
  return (
    <LedgerSection id="skills" title="Skills">
      <div className={styles.groups}>
        {groups.map((group) => (
          <SkillGroup key={group.slug} group={group} />
        ))}
      </div>
    </LedgerSection>
  );
}

function SkillGroup({ group }: { group: HomeSection }) {
  return (
    <div className={styles.group}>
      <h3 className={styles.title}>{group.title}</h3>
      <Prose html={group.html} />
      {group.tags.length === 0 ? null : (
        <ul className={styles.tags} aria-label={`${group.title}: tags`}>
          {group.tags.map((tag) => (
            <li key={tag.slug}>
              <Chip>{tag.name}</Chip>
            </li>
          ))}
        </ul>
      )}
      <CodeSearches group={group} />
    </div>
  );
}

function CodeSearches({ group }: { group: HomeSection }) {
  const searches = group.categories.flatMap(({ id, name, searchHint }) =>
    searchHint === null ? [] : [{ id, name, searchHint }],
  );
  if (searches.length === 0) return null;
  return (
    <ul className={styles.searches} aria-label={`${group.title}: code`}>
      {searches.map(({ id, name, searchHint }) => (
        <li key={id}>
          <Link to={paths.code(searchHint)} className={styles.search} viewTransition>
            <Icon name="search" size="small" />
            {name} in my code
          </Link>
        </li>
      ))}
    </ul>
  );
}
