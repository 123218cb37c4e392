import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { failureText } from "#client/data/api-failure.ts";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { newCreationKey } from "#client/data/creation-key.ts";
import { moneyText } from "#client/words/money-text.ts";
import { useMinute } from "#client/words/use-minute.ts";
import { ApiError } from "#shared/envelope.ts";
import type { AccountView } from "#features/institutions/contract.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import type { Option } from "#ui/choice/option.ts";
import { applyServerErrors, Form, SubmitButton, useZodForm } from "#ui/form/form.tsx";
import { reloadTyped } from "./typed-acts.ts";
import { TypedFormFields } from "./typed-fields.tsx";
import { newTyped, typedSchema, typedToSave, type TypedFields } from "./typed-form.ts";
import styles from "./typed.module.css";

type QuickEntryProps = {
  account: AccountView;
  /** Categories to choose, and none. */
  options: readonly Option<number>[];
};

/** Form above a manual account's transactions: Enter adds one and starts the next. */
export function QuickEntry({ account, options }: QuickEntryProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const titleId = useId();
  const { timeZone } = usePublicConfig();
  const today = dateInZone(new Date(useMinute()), timeZone);
  const day = useRef(today);
  const form = useZodForm(typedSchema, newTyped(today));
  const [requestId, setRequestId] = useState(newCreationKey);
  const [status, setStatus] = useState("");
  const { accountId, isoCurrencyCode, currentBalance } = account;

  const beginDay = useEffectEvent((begun: string) => {
    const { date, name, amount } = form.getValues();
    // A date that the person chose stays, and so does what they are typing.
    if (date === day.current && name === "" && amount === null) form.reset(newTyped(begun));
    day.current = begun;
  });
  useEffect(() => {
    beginDay(today);
  }, [today]);

  async function add(fields: TypedFields) {
    try {
      const saved = await api.post("/api/SaveTransaction", {
        transactionId: 0,
        accountId,
        ...typedToSave(fields, isoCurrencyCode),
        requestId,
      });
      setStatus(`Added ${saved.payee}, ${moneyText(saved.amount, isoCurrencyCode)}.`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      applyServerErrors(
        form,
        error.statusCode < 500 && error.errors !== null ? error.errors : { save: [failureText(error)] },
      );
      return;
    }
    setRequestId(newCreationKey());
    form.reset(newTyped(fields.date));
    form.setFocus("name");
    await reloadTyped(queryClient);
  }

  return (
    <section className={styles.entry} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          Add a transaction
        </h2>
        {currentBalance === null ? null : (
          <p className={styles.balance}>Balance {moneyText(currentBalance, isoCurrencyCode)}</p>
        )}
      </header>
      <Form form={form} onSubmit={add}>
        <div className={styles.fields}>
          <TypedFormFields form={form} isoCurrencyCode={isoCurrencyCode} options={options} />
        </div>
        <div className={styles.end}>
          <output className={styles.status}>{status}</output>
          <SubmitButton isPending={form.formState.isSubmitting}>Add</SubmitButton>
        </div>
      </Form>
    </section>
  );
}
