import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#client/app-context.tsx";
import { QueryError } from "#client/query-error.tsx";
import { RequestFailedDialog } from "#client/forms/request-failed-dialog.tsx";
import { paths } from "#client/routing/paths.ts";
import { useUndoable, type Act } from "#client/use-undoable.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { CheckboxGroup } from "#ui/choice/checkbox-group.tsx";
import { TextLink } from "#ui/link.tsx";
import type { DetectedSourceView } from "../../contract.ts";
import { detectedSourcesQuery, reloadIncome } from "../income-queries.ts";
import { addLabel, decideDetected, detectedId, detectedText, paymentsText } from "./detected-words.ts";
import styles from "./detected-sources.module.css";

type DetectedSourcesProps = {
  /** Bank whose income is offered; null for all banks, and bills, too. */
  itemId: number | null;
  today: string;
  onDone: () => void;
};

/**
 * Income and bills that regular transactions suggest, all chosen at first (docs/reference/money.md, "Detected sources").
 * Renders nothing if there are none.
 */
export function DetectedSources({ itemId, today, onDone }: DetectedSourcesProps) {
  const query = useQuery(detectedSourcesQuery(useApi(), itemId));
  const acts = useUndoable({ renew: reloadIncome });
  const { data, error } = query;
  if (data === undefined && error !== null)
    return <QueryError title="Couldn’t look for regular payments" query={query} />;
  const detected = data?.detected ?? [];
  return (
    <>
      {detected.length === 0 ? null : (
        <Choice
          key={detected.map(detectedId).join()}
          today={today}
          detected={detected}
          isPending={acts.isPending}
          onDecide={(act) => acts.perform(act, onDone)}
        />
      )}
      <RequestFailedDialog failure={acts.failure} isPending={acts.isPending} />
    </>
  );
}

type ChoiceProps = {
  today: string;
  detected: readonly DetectedSourceView[];
  isPending: boolean;
  onDecide: (act: Act) => void;
};

function Choice({ today, detected, isPending, onDecide }: ChoiceProps) {
  const api = useApi();
  const [chosen, setChosen] = useState(() => detected.map(detectedId));
  const accept = detected.filter((one) => chosen.includes(detectedId(one)));
  const refuse = detected.filter((one) => !chosen.includes(detectedId(one)));
  return (
    <Card as="section" title="Regular payments" className={styles.card}>
      <p className={styles.intro}>
        Add the ones you expect to go on. Their past transactions become payments. The others won’t be offered
        again.
      </p>
      <CheckboxGroup
        label="Income and bills to add"
        isLabelHidden
        options={detected.map((one) => ({
          id: detectedId(one),
          label: one.name,
          description: detectedText(one, today),
          details: (
            <TextLink
              to={paths.transactions({ payee: one.payee, currency: one.isoCurrencyCode })}
              aria-label={`${paymentsText(one)}, ${one.name}`}
              variant="quiet"
              viewTransition
            >
              {paymentsText(one)}
            </TextLink>
          ),
        }))}
        value={chosen}
        onChange={setChosen}
      />
      <p className={styles.actions}>
        <Button
          variant="primary"
          isPending={isPending}
          onClick={() => onDecide(decideDetected(api, { accept, refuse }))}
        >
          {addLabel(accept)}
        </Button>
      </p>
    </Card>
  );
}
