import { useQuery } from "@tanstack/react-query";
import { useRef, useState, useId } from "react";
import { failureText } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { focusWhenLost } from "#ui/focus/focus-when-lost.ts";
import { UntilLoaded } from "#client/until-loaded.tsx";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { SearchField } from "#ui/form/search-field.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import { paths } from "#client/routing/paths.ts";
import { TextLink } from "#ui/link.tsx";
import { ActionMenu, type MenuAction } from "#ui/overlay/menu.tsx";
import { categoryUsageQuery } from "../budget-queries.ts";
import { TagList } from "../tags/tag-list.tsx";
import { BankCategories } from "./bank-categories.tsx";
import { CategoryMoveDialog, type CategoryMove } from "./category-move-dialog.tsx";
import { CategoryNameDialog } from "./category-name-dialog.tsx";
import { categoriesNamed, type UsedCategory, isUsed, usageText } from "./category-usage.ts";
import { transactionsText } from "../estimate/budget-progress.ts";
import styles from "./category-manager.module.css";

/** Dialog that lists the person's own and the built-in categories, to create, rename, merge, and delete them. */
export function CategoryManager({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Categories" width="budget" isDismissable>
      <Categories />
    </Dialog>
  );
}

type Open =
  | { kind: "name"; category: UsedCategory | null; startName: string }
  | { kind: "bank" }
  | CategoryMove;

function Categories() {
  const usage = useQuery(categoryUsageQuery(useApi()));
  const [search, setSearch] = useState("");
  const [open, setOpen] = useState<Open | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { data, error } = usage;
  const create = (startName = "") => setOpen({ kind: "name", category: null, startName });
  const close = () => setOpen(null);

  /** Closes the dialog and moves the focus, which was on the deleted category, to the list. */
  function closeMoved() {
    close();
    focusWhenLost(list.current);
  }

  if (data === undefined) {
    return (
      <UntilLoaded query={usage} what="the categories" headingLevel={3} className={styles.manager}>
        {[1, 2, 3, 4, 5, 6, 7, 8, 9].map((line) => (
          <Skeleton key={line} height="var(--size-control)" />
        ))}
      </UntilLoaded>
    );
  }
  return (
    <div className={styles.manager}>
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchField
            label="Find a category"
            isLabelHidden
            placeholder="Find"
            value={search}
            onChange={setSearch}
          />
        </div>
        <Button onClick={() => setOpen({ kind: "bank" })}>Bank categories</Button>
        <Button variant="primary" icon="plus" onClick={() => create()}>
          New category
        </Button>
      </div>
      {error === null ? null : (
        <Callout tone="warning" title="These counts may be out of date" isLive>
          {failureText(error)}
        </Callout>
      )}
      <div ref={list} tabIndex={-1} className={styles.groups}>
        <Groups categories={data} search={search.trim()} onCreate={create} onOpen={setOpen} />
        <TagList search={search.trim()} />
      </div>
      {open?.kind === "name" ? (
        <CategoryNameDialog category={open.category} startName={open.startName} onClose={close} />
      ) : null}
      {open?.kind === "bank" ? <BankCategories onClose={close} /> : null}
      {open?.kind === "merge" || open?.kind === "delete" ? (
        <CategoryMoveDialog
          move={open}
          others={data.filter(
            ({ financialCategoryId }) => financialCategoryId !== open.category.financialCategoryId,
          )}
          onClose={close}
          onMoved={closeMoved}
        />
      ) : null}
    </div>
  );
}

type GroupsProps = {
  categories: readonly UsedCategory[];
  search: string;
  onCreate: (name: string) => void;
  onOpen: (open: Open) => void;
};

function Groups({ categories, search, onCreate, onOpen }: GroupsProps) {
  const found = categoriesNamed(categories, search);
  const own = found.filter(({ isBuiltIn }) => !isBuiltIn);
  const builtIn = found.filter(({ isBuiltIn }) => isBuiltIn);
  const isSearching = search !== "";
  if (found.length === 0) {
    return (
      <div className={styles.none} aria-live="polite">
        <p>No categories match “{search}”.</p>
        <Button size="small" icon="plus" onClick={() => onCreate(search)}>
          Create “{search}”
        </Button>
      </div>
    );
  }
  const handlers = {
    onRename: (category: UsedCategory) => onOpen({ kind: "name", category, startName: "" }),
    onMerge: (category: UsedCategory) => onOpen({ kind: "merge", category }),
    onDelete: (category: UsedCategory) => onOpen({ kind: "delete", category }),
  };
  return (
    <>
      {isSearching && own.length === 0 ? null : (
        <CategoryList
          title="Yours"
          categories={own}
          empty="None yet. Categories you create are ready to use right away."
          {...handlers}
        />
      )}
      {isSearching && builtIn.length === 0 ? null : (
        <CategoryList title="Built-in" categories={builtIn} empty="None" {...handlers} />
      )}
    </>
  );
}

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
function CategoryList({ title, categories, empty, ...handlers }: CategoryListProps) {
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
      <TextLink to={paths.transactions({ category: financialCategoryId })} variant="quiet" viewTransition>
        {transactionsText(transactionCount)}
      </TextLink>
      {budgetCount === 0 ? null : ` · ${usageText({ transactionCount: 0, budgetCount })}`}
    </>
  );
}
