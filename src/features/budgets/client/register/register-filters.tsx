import { type RefCallback, useEffect, useEffectEvent, useState } from "react";
import { moneyOf, moneyText } from "#client/words/money-text.ts";
import { FilterSelect, ListFilters } from "#client/lists/list-filters.tsx";
import type { UrlList } from "#client/lists/list-view.ts";
import { money, toUnits } from "#shared/money.ts";
import type { TagView } from "#shared/finance-shapes.ts";
import { kindNames, rowKinds } from "#shared/row-kinds.ts";
import { readPayeeList } from "#shared/text/payee-list.ts";
import { Select } from "#ui/choice/select.tsx";
import { DateField } from "#ui/date/date-field.tsx";
import type { FocusTarget } from "#ui/form/field.tsx";
import { MoneyField } from "#ui/form/money-field.tsx";
import type { RuleView } from "#features/transactions/contract.ts";
import type { FinancialCategory } from "../../contract.ts";
import { CategoryFilter, categoryWords, daysFilter } from "../rows/filters/row-filters.tsx";
import { placeName, placeOf, placeOptions, placeView, type Bank } from "./register-places.ts";
import type { RegisterView } from "./register-view.ts";

type RegisterFiltersProps = {
  list: UrlList<RegisterView>;
  banks: readonly Bank[];
  categories: readonly FinancialCategory[];
  tags: readonly TagView[];
  /** All rules, to name the one that is filtered by; undefined until they're known. */
  rules: readonly RuleView[] | undefined;
  searchRef: RefCallback<FocusTarget>;
};

/** Search and filters of the transactions of all banks, which fill two rows of four in a wide window. */
export function RegisterFilters(props: RegisterFiltersProps) {
  const { list, banks, categories, tags, searchRef } = props;
  const { view, change } = list;
  const isoCurrencyCode = currencyOf(banks);
  return (
    <ListFilters
      list={list}
      placeholder="Words or an amount"
      active={activeFilters(props, isoCurrencyCode)}
      searchRef={searchRef}
    >
      <Select
        label="Account"
        options={placeOptions(banks, view)}
        value={placeOf(view)}
        onChange={(place) => change(placeView(place))}
      />
      <FilterSelect
        label="Kind"
        any="Any kind"
        options={rowKinds.map((id) => ({ id, label: kindNames[id] }))}
        value={view.kind}
        onChange={(kind) => change({ kind })}
      />
      <CategoryFilter categories={categories} list={list} />
      <DayFilter label="From" value={view.from} onChange={(from) => change({ from })} />
      <DayFilter label="To" value={view.to} onChange={(to) => change({ to })} />
      <AmountFilter
        label="Min amount"
        value={view.min}
        isoCurrencyCode={isoCurrencyCode}
        onChange={(min) => change({ min })}
      />
      <AmountFilter
        label="Max amount"
        value={view.max}
        isoCurrencyCode={isoCurrencyCode}
        onChange={(max) => change({ max })}
      />
      {tags.length === 0 ? null : (
        <FilterSelect
          label="Tag"
          any="Any tag"
          options={tags.map(({ tagId, name }) => ({ id: tagId, label: `#${name}` }))}
          value={view.tag}
          onChange={(tag) => change({ tag })}
        />
      )}
    </ListFilters>
  );
}

/** Returns the currency to show amounts of a filter in, which applies to every currency. */
function currencyOf(banks: readonly Bank[]): string {
  return banks.flatMap(({ accounts }) => accounts)[0]?.isoCurrencyCode ?? "USD";
}

type FilterProps<Value> = {
  label: string;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
};

function DayFilter({ label, value, onChange }: FilterProps<string>) {
  const { typed, type, leave } = useLateValue<string>(value ?? null, (next) => onChange(next ?? undefined));
  return <DateField label={label} value={typed} onChange={type} onBlur={leave} />;
}

function AmountFilter({
  label,
  value,
  onChange,
  isoCurrencyCode,
}: FilterProps<number> & { isoCurrencyCode: string }) {
  const known = value === undefined ? null : moneyOf(value, isoCurrencyCode);
  const minor = useLateValue<number>(known, (next) => {
    if (Number.isNaN(next)) return;
    onChange(next === null ? undefined : toUnits(money(next), isoCurrencyCode));
  });
  return (
    <MoneyField
      label={label}
      currency={isoCurrencyCode}
      value={minor.typed}
      onChange={minor.type}
      onBlur={minor.leave}
    />
  );
}

function activeFilters(
  { list, banks, categories, tags, rules }: RegisterFiltersProps,
  isoCurrencyCode: string,
) {
  const { view } = list;
  return [
    { label: placeName(banks, view), off: placeView("all") },
    { label: view.kind && kindNames[view.kind], off: { kind: undefined } },
    { label: view.show && "Maybe doubles", off: { show: undefined } },
    { label: categoryWords(view.category, categories), off: { category: undefined } },
    { label: tagWords(view.tag, tags), off: { tag: undefined } },
    { label: ruleWords(view.rule, rules), off: { rule: undefined } },
    { label: view.payee && payeeWords(view.payee), off: { payee: undefined } },
    { label: view.exceptPayee && `Not ${payeeWords(view.exceptPayee)}`, off: { exceptPayee: undefined } },
    { label: view.currency && `In ${view.currency}`, off: { currency: undefined } },
    daysFilter(view),
    { label: amountWords(view.min, view.max, isoCurrencyCode), off: { min: undefined, max: undefined } },
  ];
}

/** Returns the name of a tag; one that is gone has none. */
function tagWords(tag: number | undefined, tags: readonly TagView[]): string | undefined {
  if (tag === undefined) return undefined;
  const name = tags.find(({ tagId }) => tagId === tag)?.name;
  return name === undefined ? "A deleted tag" : `#${name}`;
}

/** Returns the title of a rule, which may be gone or not known yet. */
function ruleWords(rule: number | undefined, rules: readonly RuleView[] | undefined): string | undefined {
  if (rule === undefined) return undefined;
  if (rules === undefined) return "One rule";
  const title = rules.find(({ ruleId }) => ruleId === rule)?.title;
  return title === undefined ? "A deleted rule" : `Rule: ${title}`;
}

/** Returns "Blue Fig", or "Blue Fig and 3 others". */
function payeeWords(payees: string): string {
  const [first = "", ...others] = readPayeeList(payees);
  if (others.length === 0) return first;
  return `${first} and ${others.length} ${others.length === 1 ? "other" : "others"}`;
}

function amountWords(min: number | undefined, max: number | undefined, isoCurrencyCode: string) {
  const words = (units: number) => moneyText(units, isoCurrencyCode);
  if (min === undefined) return max === undefined ? undefined : `At most ${words(max)}`;
  return max === undefined ? `At least ${words(min)}` : `${words(min)} to ${words(max)}`;
}

/** Pause in typing after which a value is used; long enough for the parts of a date. */
const typingPauseMs = 800;

/** Keeps what is typed into a field until the typing pauses or the field is left, then passes it on. */
function useLateValue<Value extends string | number>(
  value: Value | null,
  onChange: (value: Value | null) => void,
) {
  const [typed, type] = useState(value);
  const [known, setKnown] = useState(value);
  // The address may take a while to have it.
  const [passed, setPassed] = useState(value);
  // Another value came from elsewhere, such as the back button.
  if (known !== value) {
    setKnown(value);
    setPassed(value);
    type(value);
  }
  function pass(next: Value | null) {
    if (Object.is(next, passed)) return;
    setPassed(next);
    onChange(next);
  }
  const passLater = useEffectEvent(pass);
  useEffect(() => {
    const timer = setTimeout(() => passLater(typed), typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, type, leave: () => pass(typed) };
}
