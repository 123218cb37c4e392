import { useId } from "react";
import { Link } from "react-router";
import { paths } from "#client/routing/paths.ts";
import { linkClassName } from "#ui/link.tsx";
import { ActionMenu, type MenuAction } from "#ui/overlay/menu.tsx";
import styles from "./category-manager.module.css";
import { transactionsText } from "../estimate/budget-progress.ts";
import { isUsed, usageText, type UsedCategory } from "./category-usage.ts";

type CategoryListProps = {
  title: string;
  categories: readonly UsedCategory[];
  /** Text for an empty list. */
  empty: string;
  onRename: (category: UsedCategory) => void;
  onMerge: (category: UsedCategory) => void;
  onDelete: (category: UsedCategory) => void;
};

/** List of categories with their usage and a menu of actions. */
export function CategoryList({ title, categories, empty, ...handlers }: CategoryListProps) {
  const titleId = useId();
  return (
    <section className={styles.group} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.groupTitle}>
        {title}
      </h3>
      {categories.length === 0 ? (
        <p className={styles.usage}>{empty}</p>
      ) : (
        <ul className={styles.list}>
          {categories.map((category) => (
            <CategoryItem key={category.financialCategoryId} category={category} {...handlers} />
          ))}
        </ul>
      )}
    </section>
  );
}

type CategoryItemProps = { category: UsedCategory } & Pick<
  CategoryListProps,
  "onRename" | "onMerge" | "onDelete"
>;

function CategoryItem({ category, onRename, onMerge, onDelete }: CategoryItemProps) {
  const merge: MenuAction = {
    id: "merge",
    label: "Merge into…",
    icon: "arrow-right",
    isDisabled: !isUsed(category),
    description: isUsed(category) ? undefined : "Not used yet",
    onAction: () => onMerge(category),
  };
  const actions: MenuAction[] = category.isBuiltIn
    ? [merge]
    : [
        { id: "rename", label: "Rename", icon: "pencil", onAction: () => onRename(category) },
        merge,
        { id: "delete", label: "Delete…", icon: "trash", isDanger: true, onAction: () => onDelete(category) },
      ];
  return (
    <li className={styles.item}>
      <span className={styles.name}>{category.name}</span>
      <span className={styles.usage}>
        <Usage category={category} />
      </span>
      <ActionMenu label={`Actions for ${category.name}`} size="small" actions={actions} />
    </li>
  );
}

/** Usage of a category; the number of its transactions leads to them. */
function Usage({ category }: { category: UsedCategory }) {
  const { financialCategoryId, transactionCount, budgetCount } = category;
  if (transactionCount === 0) return usageText(category);
  return (
    <>
      <Link
        to={paths.transactions({ category: financialCategoryId })}
        className={linkClassName({ variant: "quiet" })}
        viewTransition
      >
        {transactionsText(transactionCount)}
      </Link>
      {budgetCount === 0 ? null : ` · ${usageText({ transactionCount: 0, budgetCount })}`}
    </>
  );
}
