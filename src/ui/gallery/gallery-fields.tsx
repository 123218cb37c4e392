import { useState } from "react";
import { money } from "#shared/money.ts";
import { CheckboxGroup } from "../choice/checkbox-group.tsx";
import { Checkbox } from "../choice/checkbox.tsx";
import { Combobox } from "../choice/combobox.tsx";
import { DateField } from "../date/date-field.tsx";
import { MoneyField } from "../form/money-field.tsx";
import type { MoneyValue } from "../form/money-input.ts";
import { NumberField } from "../form/number-field.tsx";
import { RadioGroup } from "../choice/radio-group.tsx";
import { SearchBox } from "../form/search-box.tsx";
import { SearchField } from "../form/search-field.tsx";
import { Select } from "../choice/select.tsx";
import { SuggestField } from "../form/suggest-field.tsx";
import { TextArea, TextField } from "../form/text-field.tsx";
import { FormGallery } from "./gallery-form.tsx";
import { OverlaysGallery } from "./gallery-overlays.tsx";
import { categories, incomeTypes } from "./gallery-samples.ts";
import { GallerySection } from "./gallery-section.tsx";
import styles from "./gallery-fields.module.css";
import galleryStyles from "./gallery.module.css";

/** Every field, form, and overlay in every state. */
export function FieldsGallery() {
  return (
    <div className={galleryStyles.gallery}>
      <TextFields />
      <SearchBoxes />
      <MoneyAndNumbers />
      <Dates />
      <Choices />
      <Boxes />
      <FormGallery />
      <OverlaysGallery />
    </div>
  );
}

function TextFields() {
  const [name, setName] = useState("");
  const [payee, setPayee] = useState("");
  const [notes, setNotes] = useState("");
  const [query, setQuery] = useState("ledger");
  const [searched, setSearched] = useState("Nothing searched yet.");
  const [filter, setFilter] = useState("");
  return (
    <GallerySection title="Text fields">
      <div className={styles.sheet}>
        <div className={styles.grid}>
          <TextField label="Name" value={name} onChange={setName} isRequired placeholder="November 2026" />
          <TextField label="Nickname" value={name} onChange={setName} description="Shown on the card." />
          <TextField label="Budget name" value="" onChange={setName} errorMessage="Enter a name." />
          <SuggestField
            label="Payee"
            value={payee}
            onChange={setPayee}
            suggestions={["Blue Heron", "Greenbarrow Market"]}
            description="Offers payees while you type."
          />
          <TextField label="Account" value="Everyday Checking" onChange={setName} isDisabled />
          <TextArea label="Notes" value={notes} onChange={setNotes} description="For your eyes only." />
          <TextArea label="Memo" value="" onChange={setNotes} errorMessage="Use at most 200 characters." />
          <SearchField
            label="Search code"
            value={query}
            onChange={setQuery}
            onSubmit={(text) => setSearched(`Searched for ${text}.`)}
            onClear={() => setSearched("Cleared.")}
            description={<span data-testid="search-result">{searched}</span>}
          />
          <SearchField
            label="Filter by name"
            value={filter}
            onChange={setFilter}
            placeholder="Type to filter"
          />
        </div>
      </div>
    </GallerySection>
  );
}

function SearchBoxes() {
  const [publicQuery, setPublicQuery] = useState("ledger");
  const [publicSearched, setPublicSearched] = useState("Nothing searched yet.");
  return (
    <GallerySection title="Search box" note="The search field of public pages: native elements only.">
      <div className={styles.sheet}>
        <div className={styles.grid}>
          <SearchBox
            label="Search a public page"
            value={publicQuery}
            onChange={setPublicQuery}
            onSubmit={(text) => setPublicSearched(`Searched for ${text}.`)}
            onClear={() => setPublicSearched("Cleared.")}
            description={<span data-testid="public-search-result">{publicSearched}</span>}
          />
        </div>
      </div>
    </GallerySection>
  );
}

function MoneyAndNumbers() {
  const [amount, setAmount] = useState<MoneyValue>(null);
  const [yen, setYen] = useState<MoneyValue>(money(1234));
  const [dinar, setDinar] = useState<MoneyValue>(money(1234500));
  const [change, setChange] = useState<MoneyValue>(money(-1250));
  const [count, setCount] = useState<number | null>(15);
  const [share, setShare] = useState<number | null>(0.25);
  return (
    <GallerySection title="Money and numbers">
      <div className={styles.sheet}>
        <div className={styles.grid}>
          <MoneyField
            label="Amount due"
            value={amount}
            onChange={setAmount}
            description={
              <span data-testid="amount-minor">{amount === null ? "No amount" : `${amount} cents`}</span>
            }
          />
          <MoneyField label="Amount in yen" value={yen} onChange={setYen} currency="JPY" />
          <MoneyField label="Amount in dinars" value={dinar} onChange={setDinar} currency="KWD" />
          <MoneyField label="Correction" value={change} onChange={setChange} allowsNegative />
          <MoneyField
            label="Estimate"
            value={null}
            onChange={setAmount}
            errorMessage="Enter an estimate."
            isRequired
          />
          <MoneyField label="Balance" value={money(987654321)} onChange={setAmount} isDisabled />
          <NumberField label="Day of month due" value={count} onChange={setCount} min={1} max={28} step={1} />
          <NumberField
            label="Share"
            value={share}
            onChange={setShare}
            min={0}
            max={1}
            step={0.05}
            format={{ style: "percent" }}
          />
        </div>
      </div>
    </GallerySection>
  );
}

function Dates() {
  const [date, setDate] = useState<string | null>("2026-11-30");
  const [empty, setEmpty] = useState<string | null>(null);
  const [bound, setBound] = useState<string | null>("2026-11-15");
  return (
    <GallerySection title="Dates">
      <div className={styles.sheet}>
        <div className={styles.grid}>
          <DateField
            label="Start date"
            value={date}
            onChange={setDate}
            description={<span data-testid="start-date">{date ?? "No date"}</span>}
          />
          <DateField
            label="End date"
            value={empty}
            onChange={setEmpty}
            errorMessage="Choose an end."
            isRequired
          />
          <DateField
            label="Within November"
            value={bound}
            onChange={setBound}
            min="2026-11-01"
            max="2026-11-30"
          />
          <DateField label="Closed date" value="2026-01-31" onChange={setBound} isDisabled />
        </div>
      </div>
    </GallerySection>
  );
}

function Choices() {
  const [type, setType] = useState<"Rent" | "Loan" | "Other" | null>(null);
  const [category, setCategory] = useState<number | null>(2);
  const [none, setNone] = useState<number | null>(null);
  return (
    <GallerySection title="Choices">
      <div className={styles.sheet}>
        <div className={styles.grid}>
          <Select label="Income type" options={incomeTypes} value={type} onChange={setType} />
          <Select
            label="Payment type"
            options={incomeTypes}
            value={null}
            onChange={setType}
            errorMessage="Choose a type."
          />
          <Select label="Fixed type" options={incomeTypes} value="Rent" onChange={setType} isDisabled />
          <Combobox
            label="Category"
            options={categories}
            value={category}
            onChange={setCategory}
            emptyMessage="No such category."
            description={
              <span data-testid="category-id">{category === null ? "None" : `Id ${category}`}</span>
            }
          />
          <Combobox
            label="Income source"
            options={categories}
            value={none}
            onChange={setNone}
            placeholder="Type to filter"
            errorMessage="Choose a source."
          />
          <Combobox label="Locked category" options={categories} value={1} onChange={setNone} isDisabled />
        </div>
      </div>
    </GallerySection>
  );
}

function Boxes() {
  const [agreed, setAgreed] = useState(false);
  const [chosen, setChosen] = useState<number[]>([]);
  const [type, setType] = useState<"Rent" | "Loan" | "Other" | null>("Rent");
  return (
    <GallerySection title="Checkboxes and radios">
      <div className={styles.sheet}>
        <div className={styles.grid}>
          <CheckboxGroup
            label="Categories"
            allLabel="All categories"
            options={categories}
            value={chosen}
            onChange={setChosen}
          />
          <div className={styles.grid}>
            <Checkbox label="Remind me" value={agreed} onChange={setAgreed} description="A week before." />
            <Checkbox
              label="I understand"
              value={false}
              onChange={setAgreed}
              errorMessage="Please confirm."
            />
            <Checkbox label="Always on" value onChange={setAgreed} isDisabled />
          </div>
          <RadioGroup label="Kind of income" options={incomeTypes} value={type} onChange={setType} />
          <RadioGroup
            label="Kind of payment"
            options={incomeTypes}
            value={null}
            onChange={setType}
            orientation="horizontal"
            errorMessage="Choose one."
          />
        </div>
      </div>
    </GallerySection>
  );
}
