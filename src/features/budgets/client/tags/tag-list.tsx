import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { z } from "zod";
import { useApi } from "#client/app-context.tsx";
import { useFieldConflicts } from "#client/forms/field-conflicts.tsx";
import { QueryError } from "#client/query-error.tsx";
import { focusWhenLost } from "#ui/focus/focus-when-lost.ts";
import { paths } from "#client/routing/paths.ts";
import { useUndoable } from "#client/use-undoable.ts";
import { TextLink } from "#ui/link.tsx";
import { ActionMenu } from "#ui/overlay/menu.tsx";
import { Combobox } from "#ui/choice/combobox.tsx";
import { FormField, useZodForm } from "#ui/form/form.tsx";
import { TextField } from "#ui/form/text-field.tsx";
import { FormDialog } from "#client/forms/form-dialog.tsx";
import { reloadBudgets, tagsQuery, type TagUse } from "../budget-queries.ts";
import { transactionsText } from "../estimate/budget-progress.ts";
import { RowFailure } from "../rows/row-failure.tsx";
import { deleteTag, useTagActions } from "./use-tag-actions.ts";
import styles from "../categories/category-manager.module.css";

/** List of the person's tags that match a search, to rename, merge, and delete them. Renders nothing without any. */
export function TagList({ search }: { search: string }) {
  const titleId = useId();
  const api = useApi();
  const tags = useQuery(tagsQuery(api));
  const [task, setTask] = useState<TagTask | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { perform, isPending, failure } = useUndoable({
    renew: reloadBudgets,
    onRenewed: () => focusWhenLost(list.current),
  });
  const all = tags.data ?? [];
  const found = all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  if (tags.data === undefined && tags.error !== null)
    return <QueryError headingLevel={3} title="Couldn’t load the tags" query={tags} />;
  if (found.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.groupTitle}>
        Tags
      </h3>
      <RowFailure failure={failure} isPending={isPending} />
      <div ref={list} tabIndex={-1}>
        <ul className={styles.list}>
          {found.map((tag) => (
            <TagItem
              key={tag.tagId}
              tag={tag}
              canMerge={all.length > 1}
              onTask={(kind) => setTask({ kind, tag })}
              onDelete={() =>
                perform({ failedText: `Couldn’t delete ${tag.name}.`, run: () => deleteTag(api, tag) })
              }
            />
          ))}
        </ul>
      </div>
      {task === null ? null : (
        <TagDialog
          task={task}
          others={all.filter(({ tagId }) => tagId !== task.tag.tagId)}
          onClose={() => setTask(null)}
          onMerged={() => {
            setTask(null);
            focusWhenLost(list.current);
          }}
        />
      )}
    </section>
  );
}

type TagItemProps = {
  tag: TagUse;
  canMerge: boolean;
  onTask: (kind: TagTask["kind"]) => void;
  onDelete: () => void;
};

function TagItem({ tag: { tagId, name, transactionCount }, canMerge, onTask, onDelete }: TagItemProps) {
  return (
    <li className={styles.item}>
      <span className={styles.name}>#{name}</span>
      <span className={styles.usage}>
        {transactionCount === 0 ? (
          "Not used"
        ) : (
          <TextLink to={paths.transactions({ tag: tagId })} variant="quiet" viewTransition>
            {transactionsText(transactionCount)}
          </TextLink>
        )}
      </span>
      <ActionMenu
        label={`Actions for the tag ${name}`}
        size="small"
        actions={[
          { id: "rename", label: "Rename", icon: "pencil", onAction: () => onTask("rename") },
          {
            id: "merge",
            label: "Merge into…",
            icon: "arrow-right",
            isDisabled: !canMerge,
            onAction: () => onTask("merge"),
          },
          { id: "delete", label: "Delete", icon: "trash", isDanger: true, onAction: onDelete },
        ]}
      />
    </li>
  );
}

/** A tag, and what to do with it. */
type TagTask = { kind: "rename" | "merge"; tag: TagUse };

type TagDialogProps = { task: TagTask; others: readonly TagUse[]; onClose: () => void; onMerged: () => void };

const schemas = {
  rename: z.object({ name: z.string().trim().min(1, "Enter a tag."), into: z.number().nullable() }),
  merge: z.object({
    name: z.string(),
    into: z
      .number()
      .nullable()
      .refine((into) => into !== null, "Choose a tag."),
  }),
};

/** Dialog that renames a tag, or merges it into another. */
function TagDialog({ task: { kind, tag }, others, onClose, onMerged }: TagDialogProps) {
  const { rename, merge } = useTagActions();
  const conflicts = useFieldConflicts();
  const form = useZodForm<{ name: string; into: number | null }, { name: string; into: number | null }>(
    schemas[kind],
    { name: tag.name, into: null },
  );
  const isMerge = kind === "merge";

  async function save({ name, into }: { name: string; into: number | null }) {
    const other = others.find(({ tagId }) => tagId === into);
    if (!isMerge) {
      await rename(tag, name, conflicts.takeDecided());
      onClose();
    } else if (other !== undefined) {
      await merge(tag, other);
      onMerged();
    }
  }

  return (
    <FormDialog
      form={form}
      title={isMerge ? `Merge ${tag.name}` : `Rename ${tag.name}`}
      width="estimate"
      action={isMerge ? "Merge" : "Rename"}
      onSubmit={save}
      onClose={onClose}
      thing="This tag"
      conflicts={conflicts}
      focused={isMerge ? undefined : "name"}
    >
      {isMerge ? (
        <FormField control={form.control} name="into">
          {(field) => (
            <Combobox
              label="Merge into"
              placeholder="Choose a tag"
              options={others.map(({ tagId, name }) => ({ id: tagId, label: name }))}
              isRequired
              {...field}
            />
          )}
        </FormField>
      ) : (
        <FormField control={form.control} name="name">
          {(field) => <TextField label="Name" autoComplete="off" maxLength={40} isRequired {...field} />}
        </FormField>
      )}
    </FormDialog>
  );
}
