import { countText } from "#shared/text/counts.ts";
import { useMemo, useState } from "react";
import { accountLabel } from "#shared/banks.ts";
import { ManualDialog } from "#client/account-dialog.ts";
import { moneyText } from "#client/words/money-text.ts";
import { importStates } from "#shared/import-states.ts";
import { periodWords, shortDateWords } from "#shared/time/plain-dates.ts";
import { Card } from "#ui/card.tsx";
import { Select } from "#ui/choice/select.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { Chip, StatusChip } from "#ui/status/chip.tsx";
import type { ImportPreviewAccount } from "../contract.ts";
import { stateLooks } from "./import-words.ts";
import styles from "./imports.module.css";
import { newAccountOf } from "./new-account.ts";
import { PreviewRows } from "./preview-rows.tsx";
import type { Choices, RowChoice, RowState } from "./row-choices.ts";
import { accountOptions, type Bank } from "./target-banks.ts";

type PreviewAccountProps = {
  account: ImportPreviewAccount;
  /** True if the file holds no other account. */
  isAlone: boolean;
  /** True while a question about the file is open: what its rows mean isn't known. */
  isUnclear: boolean;
  /** True if the person leaves this account out. */
  isLeft: boolean;
  isRenewing: boolean;
  banks: readonly Bank[];
  today: string;
  choices: Choices;
  onChoose: (key: string, choice: RowChoice | null) => void;
  onAccount: (accountId: number) => void;
  onLeave: () => void;
};

const leftId = 0;
const newId = -1;

/** One account of a file: where it goes, whether its balances add up, and its rows. */
export function PreviewAccount(props: PreviewAccountProps) {
  const { account, isAlone, isUnclear, isLeft, isRenewing, banks, today, choices, onChoose } = props;
  const [shown, setShown] = useState<RowState | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const [addedId, setAddedId] = useState<number | null>(null);
  const { hint, period, rows, counts, note, warning } = account;
  const options = [
    ...accountOptions(banks, { isoCurrencyCode: hint.isoCurrencyCode, addedId }),
    // What the account opens with depends on the open question.
    ...(isUnclear ? [] : [{ id: newId, label: "New account…" }]),
    ...(isAlone ? [] : [{ id: leftId, label: "Don’t import" }]),
  ];
  const states = importStates.filter((state) => counts[state] > 0);
  const visible = useMemo(
    () => (shown === null ? rows : rows.filter(({ state }) => state === shown)),
    [rows, shown],
  );
  const named = nameOf(account);
  return (
    <Card as="section" title={named} headingLevel={3} className={styles.account ?? ""}>
      <div className={styles.accountHead}>
        <Select
          label="Import into"
          placeholder="Choose an account…"
          options={options}
          value={isLeft ? leftId : account.accountId}
          onChange={(id) => {
            if (id === newId) setIsAdding(true);
            else if (id === leftId) props.onLeave();
            else props.onAccount(id);
          }}
        />
        <div className={styles.facts}>
          {period === null ? null : <p>{periodWords(period.from, period.to, today)}</p>}
          {isUnclear ? null : <Balances account={account} today={today} />}
        </div>
      </div>
      {isLeft || isUnclear ? null : (
        <>
          {note === null ? null : <p className={styles.hint}>{note}</p>}
          {warning === null ? null : <Callout tone="warning">{warning}</Callout>}
          {states.length < 2 ? null : (
            <fieldset className={styles.filter} aria-label={`Transactions of ${named} by result`}>
              <Chip isPressed={shown === null} onPress={() => setShown(null)}>
                All {countText(rows.length)}
              </Chip>
              {states.map((state) => (
                <Chip
                  key={state}
                  icon={stateLooks[state].icon}
                  isPressed={shown === state}
                  onPress={() => setShown(state)}
                >
                  {stateLooks[state].label} {countText(counts[state])}
                </Chip>
              ))}
            </fieldset>
          )}
          <PreviewRows
            // A filter starts on the first page.
            key={shown}
            name={named}
            accountIndex={account.index}
            rows={visible}
            isRefreshing={isRenewing}
            choices={choices}
            onChoose={onChoose}
          />
        </>
      )}
      {isAdding ? (
        <ManualDialog
          edited={null}
          known={newAccountOf(account)}
          bankNames={banks.flatMap(({ item, institution }) =>
            item.state === "manual" ? [institution.name] : [],
          )}
          onAdded={(id) => {
            setAddedId(id);
            props.onAccount(id);
          }}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
    </Card>
  );
}

function nameOf({ hint: { name, mask } }: ImportPreviewAccount): string {
  if (name !== null && mask !== null && !name.includes(mask)) return accountLabel({ name, mask });
  return name ?? (mask === null ? "Transactions" : accountLabel({ name: "Account", mask }));
}

/** Says if the file's balances prove that its rows are complete and their signs right. */
function Balances({ account, today }: { account: ImportPreviewAccount; today: string }) {
  const { balances, hint, rows } = account;
  const { addUp, offBy, closing } = balances;
  const currency = hint.isoCurrencyCode ?? rows.find((row) => row.isoCurrencyCode)?.isoCurrencyCode ?? "USD";
  return (
    <>
      {addUp === true ? <StatusChip tone="positive">Balances add up</StatusChip> : null}
      {addUp === false ? (
        <StatusChip tone="warning">
          {offBy === null
            ? "Balances don’t add up"
            : `Balances are off by ${moneyText(Math.abs(offBy), currency)}`}
        </StatusChip>
      ) : null}
      {closing === undefined ? null : (
        <p>
          Balance {moneyText(closing.amount, currency)}
          {closing.date === null ? null : ` on ${shortDateWords(closing.date, today)}`}
        </p>
      )}
    </>
  );
}
