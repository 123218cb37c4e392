import { useId, useRef, type ReactNode } from "react";
import { redirect, useLoaderData, useNavigate, useSearchParams, type LoaderFunctionArgs } from "react-router";
import { DocumentHead } from "#client/document-head.tsx";
import { useOnNavigation } from "#client/layouts/on-navigation.ts";
import { loadingOf } from "#client/data/loading-context.ts";
import { paths } from "#client/routing/paths.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Link, linkClassName } from "#ui/link.tsx";
import { canonicalBillPath, readBillAddress, type BillAddress } from "../../domain/bill-citation.ts";
import { billTypeFacts, billTypes } from "../../domain/bill-types.ts";
import { congressAt } from "../../domain/congresses.ts";
import { BillBreadcrumb } from "../bill/bill-title.tsx";
import styles from "./bill-look-up-page.module.css";

/** Returns the submitted form; null before it is submitted. */
function sentAddress(search: URLSearchParams): BillAddress | null {
  if (!search.has("billNumber")) return null;
  return readBillAddress({
    congress: search.get("congress") ?? "",
    billType: search.get("billType") ?? "",
    billNumber: search.get("billNumber") ?? "",
  });
}

/** Returns the address that a form leads to without JavaScript. */
function addressOf(form: HTMLFormElement): string {
  const sent = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") sent.append(name, value);
  return `${paths.billLookUp()}?${sent.toString()}`;
}

/** Redirects a valid form to its bill, with or without JavaScript. */
export function loader({ context, request }: LoaderFunctionArgs): LookUpLoad {
  const address = sentAddress(new URL(request.url).searchParams);
  if (address?.isValid === true) throw redirect(canonicalBillPath(address.key));
  const { config } = loadingOf(context);
  return { sittingCongress: congressAt(dateInZone(new Date(), config.timeZone)) };
}

type LookUpLoad = { sittingCongress: number };

/** Form to look up a bill by Congress, type, and number (docs/reference/product.md, "Routes"). */
export function Component() {
  const [search] = useSearchParams();
  const address = sentAddress(search);
  const errors = address === null || address.isValid ? {} : address.errors;
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  useOnNavigation(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  return (
    <div className={styles.page}>
      <DocumentHead
        title="Look up a bill"
        description="Look up a United States Congress bill by Congress, type, and number."
        canonicalPath={paths.billLookUp()}
      />
      <BillBreadcrumb label="LOOK UP" />
      <h1>Look up a bill</h1>
      <form
        ref={form}
        action={paths.billLookUp()}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void navigate(addressOf(event.currentTarget));
        }}
      >
        <Fields search={search} errors={errors} />
        <p>
          <Button type="submit" variant="primary" icon="search">
            Go to the bill
          </Button>
        </p>
      </form>
      <p className={styles.other}>
        Only know part of the title?{" "}
        <Link className={linkClassName()} to={paths.bills()}>
          Search all bills
        </Link>
      </p>
    </div>
  );
}

type Errors = Partial<Record<"congress" | "billType" | "billNumber", string[]>>;

function Fields({ search, errors }: { search: URLSearchParams; errors: Errors }) {
  const { sittingCongress } = useLoaderData<LookUpLoad>();
  return (
    <div className={styles.fields}>
      <LookUpField label="Congress" errors={errors.congress}>
        {(props) => (
          <input
            {...props}
            name="congress"
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            className={styles.input}
            defaultValue={search.get("congress") ?? String(sittingCongress)}
          />
        )}
      </LookUpField>
      <LookUpField label="Type" errors={errors.billType}>
        {(props) => (
          <select
            {...props}
            name="billType"
            className={styles.input}
            defaultValue={search.get("billType") ?? "hr"}
          >
            {billTypes.map((type) => (
              <option key={type} value={type}>
                {billTypeFacts[type].abbreviation} {billTypeFacts[type].name}
              </option>
            ))}
          </select>
        )}
      </LookUpField>
      <LookUpField label="Number" errors={errors.billNumber}>
        {(props) => (
          <input
            {...props}
            name="billNumber"
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            placeholder="1234"
            className={styles.input}
            defaultValue={search.get("billNumber") ?? ""}
          />
        )}
      </LookUpField>
    </div>
  );
}

type FieldAttributes = {
  id: string;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
};

type LookUpFieldProps = {
  label: string;
  errors: string[] | undefined;
  children: (props: FieldAttributes) => ReactNode;
};

function LookUpField({ label, errors, children }: LookUpFieldProps) {
  const id = useId();
  const isInvalid = errors !== undefined;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        "aria-invalid": isInvalid || undefined,
        "aria-describedby": isInvalid ? `${id}-error` : undefined,
      })}
      {isInvalid ? (
        <p id={`${id}-error`} className={styles.error}>
          <Icon name="error" size="small" /> {errors.join(" ")}
        </p>
      ) : null}
    </div>
  );
}
