import { useQuery } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { failureText } from "#client/data/api-failure.ts";
import { useMinute } from "#client/words/use-minute.ts";
import { addMonths, monthOf } from "#shared/time/plain-dates.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { Button } from "#ui/button.tsx";
import { Combobox } from "#ui/choice/combobox.tsx";
import type { Option } from "#ui/choice/option.ts";
import { incomeSourceQuery, rentRollQuery } from "../income-queries.ts";
import styles from "./link-chooser.module.css";

/** Sources to choose from, or the error if they couldn't be loaded. */
export type LinkSources = {
  options: Option<number>[];
  isLoading: boolean;
  failure: { text: string; retry: () => void } | null;
};

/** Months after its end in which a source is still offered, for late payments. */
const monthsBack = 10;

/** Query of the rent roll that lists the chooser's sources. */
export function linkSourcesQuery(api: Api, itemId: number, today: string) {
  return rentRollQuery(api, itemId, addMonths(monthOf(today), -monthsBack));
}

/**
 * Returns the sources rows can be linked to: those due or paid in the last ten months, this one, or the next, and always
 * the one in the URL.
 */
export function useLinkSources(itemId: number, namedId: number | null): LinkSources {
  const api = useApi();
  const { timeZone } = usePublicConfig();
  const today = dateInZone(new Date(useMinute()), timeZone);
  const roll = useQuery(linkSourcesQuery(api, itemId, today));
  const named = useQuery({ ...incomeSourceQuery(api, namedId ?? 0), enabled: namedId !== null });
  const rows = roll.data?.rows ?? [];
  const options: Option<number>[] = rows.map(({ incomeSourceId, name, incomeSourceType }) => ({
    id: incomeSourceId,
    label: name,
    description: incomeSourceType,
  }));
  const other = named.data;
  const isKnown = options.some(({ id }) => id === namedId);
  if (other !== undefined && !isKnown && other.institutionAccessItemId === itemId) {
    options.push({ id: other.incomeSourceId, label: other.name, description: other.incomeSourceType });
  }
  return {
    options: options.toSorted((a, b) => a.label.localeCompare(b.label, "en-US", { numeric: true })),
    isLoading: roll.isPending || (namedId !== null && named.isPending),
    failure:
      roll.error === null || roll.data !== undefined
        ? null
        : { text: failureText(roll.error), retry: () => void roll.refetch() },
  };
}

type LinkChooserProps = {
  sources: LinkSources;
  chosenId: number | null;
  onChoose: (incomeSourceId: number | null) => void;
  selectedCount: number;
  isRunning: boolean;
  onSave: () => void;
};

/**
 * "Link Transactions" (docs/reference/product.md, "Income screens"): the chooser is disabled without selected rows, Save
 * without a source.
 */
export function LinkChooser(props: LinkChooserProps) {
  const { sources, chosenId, onChoose, selectedCount, isRunning, onSave } = props;
  const hasRows = selectedCount > 0;
  if (sources.failure !== null) {
    return (
      <p role="alert" className={styles.failed}>
        Couldn’t load your income sources. {sources.failure.text}{" "}
        <Button size="small" icon="refresh" onClick={sources.failure.retry}>
          Try again
        </Button>
      </p>
    );
  }
  return (
    <div className={styles.chooser}>
      <div className={styles.field}>
        <Combobox
          // The field reads its text on mount, so a new key remounts it once the names are loaded.
          key={sources.isLoading ? "loading" : "ready"}
          label="Link Transactions"
          placeholder={hasRows ? "Choose an income source" : "Select transactions first"}
          emptyMessage={sources.options.length === 0 ? "No income sources yet." : undefined}
          options={sources.options}
          value={chosenId}
          onChange={onChoose}
          isDisabled={!hasRows || sources.isLoading || isRunning}
        />
      </div>
      <Button
        variant="primary"
        disabled={chosenId === null || !hasRows}
        title={saveHint(chosenId !== null, hasRows)}
        isPending={isRunning}
        onClick={onSave}
      >
        Save
      </Button>
    </div>
  );
}

function saveHint(hasSource: boolean, hasRows: boolean): string | undefined {
  if (!hasRows) return "Select transactions first";
  return hasSource ? undefined : "Choose an income source first";
}
