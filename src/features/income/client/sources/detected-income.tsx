import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#client/app-context.tsx";
import { QueryError } from "#client/query-error.tsx";
import { RequestFailedDialog } from "#client/forms/request-failed-dialog.tsx";
import { useUndoable } from "#client/use-undoable.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { CheckboxGroup } from "#ui/choice/checkbox-group.tsx";
import type { DetectedIncomeView } from "../../contract.ts";
import { detectedIncomeQuery, reloadIncome } from "../income-queries.ts";
import styles from "./detected-income.module.css";
import { addLabel, decideDetected, detectedId, detectedWords } from "./detected-words.ts";

type DetectedIncomeProps = { itemId: number; today: string; onDone: () => void };

/**
 * Regular deposits as a list of income sources to add, all chosen at first (docs/reference/money.md, "Detected income").
 * Renders nothing if there are none.
 */
export function DetectedIncome({ itemId, today, onDone }: DetectedIncomeProps) {
  const query = useQuery(detectedIncomeQuery(useApi(), itemId));
  const acts = useUndoable({ renew: reloadIncome });
  const { data, error } = query;
  if (data === undefined && error !== null) {
    return <QueryError title="Couldn’t look for regular deposits" query={query} />;
  }
  const detected = data?.detected ?? [];
  return (
    <>
      {detected.length === 0 ? null : (
        <Choice
          key={detected.map(detectedId).join()}
          itemId={itemId}
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
  itemId: number;
  today: string;
  detected: readonly DetectedIncomeView[];
  isPending: boolean;
  onDecide: (act: ReturnType<typeof decideDetected>) => void;
};

function Choice({ itemId, today, detected, isPending, onDecide }: ChoiceProps) {
  const api = useApi();
  const [chosen, setChosen] = useState(() => detected.map(detectedId));
  const accept = detected.filter((one) => chosen.includes(detectedId(one)));
  const refuse = detected.filter((one) => !chosen.includes(detectedId(one)));
  return (
    <Card as="section" title="Regular deposits" className={styles.card}>
      <p className={styles.intro}>
        Add the ones you expect every month. Their past deposits become payments.
      </p>
      <CheckboxGroup
        label="Income sources to add"
        isLabelHidden
        options={detected.map((one) => ({
          id: detectedId(one),
          label: one.name,
          description: detectedWords(one, today),
        }))}
        value={chosen}
        onChange={setChosen}
      />
      <p className={styles.actions}>
        <Button
          variant="primary"
          isPending={isPending}
          onClick={() => onDecide(decideDetected(api, itemId, { accept, refuse }))}
        >
          {addLabel(accept.length)}
        </Button>
      </p>
    </Card>
  );
}
