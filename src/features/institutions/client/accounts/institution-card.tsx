import { useId } from "react";
import { useNavigate } from "react-router";
import { DayAgo } from "#client/words/day-ago.tsx";
import { useOwnersAlone } from "#client/household/shown-money.ts";
import { memberPaths } from "#client/routing/member-paths.ts";
import { paths } from "#client/routing/paths.ts";
import { useMinute } from "#client/words/use-minute.ts";
import { usePublicConfig } from "#client/app-context.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Button, buttonClassName, IconButton } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { Card } from "#ui/card.tsx";
import { StatusChip } from "#ui/status/chip.tsx";
import { Icon } from "#ui/icon.tsx";
import { TextLink } from "#ui/link.tsx";
import { ActionMenu, type MenuAction } from "#ui/overlay/menu.tsx";
import { countWords } from "#shared/text/counts.ts";
import type { AccessItemView } from "../../contract.ts";
import { AccountList } from "./account-list.tsx";
import type { ManualAsk } from "../manual/manual-menu.tsx";
import type { BankLink, BankLinkState } from "../linking/bank-link.ts";
import { ImportProgress } from "../linking/import-progress.tsx";
import { canRefresh, canShareMore, stateDisplay, type StateAction } from "./state-display.ts";
import type { LinkRequest } from "../linking/link-memory.ts";
import { useRefresh } from "../use-refresh.ts";
import styles from "./institution-card.module.css";

const buttonIcons = { refresh: "refresh", repair: "link", addAccounts: "plus", link: "plus" } as const;

type InstitutionCardProps = {
  item: AccessItemView;
  /** Position in the list; sets the avatar's color (docs/reference/product.md, "Shell"). */
  colorIndex: number;
  link: BankLink;
  linkState: BankLinkState;
  /** Links again, with a setup token if the bank was linked with one. */
  onLink: (how: { withSetupToken: boolean }) => void;
  onUnlink: () => void;
  onAsk: (ask: ManualAsk) => void;
};

/** Card of a bank: its state, accounts, balances, and actions. */
export function InstitutionCard(props: InstitutionCardProps) {
  const { item, colorIndex, link, linkState, onLink, onUnlink, onAsk } = props;
  const headingId = useId();
  const { timeZone } = usePublicConfig();
  const now = new Date(useMinute());
  const { name } = item.institution;
  const display = stateDisplay(item, now, timeZone);
  const refreshing = useRefresh(item);
  const { button } = display;
  const { repairUrl } = item.item;

  function perform(action: StateAction) {
    if (action === "refresh") refreshing.refresh();
    else if (action === "link") onLink({ withSetupToken: repairUrl !== undefined });
    else link.start(requestFor(action, item));
  }

  const isOpening =
    (linkState.kind === "opening" || linkState.kind === "completing") && isAbout(linkState.request, item);
  const isAsking = button?.action === "refresh" ? refreshing.isPending : isOpening;
  return (
    <Card as="li" className={styles.card ?? ""}>
      <article aria-labelledby={headingId} className={styles.content}>
        <header className={styles.header}>
          <Avatar text={name} colorIndex={colorIndex} />
          <div className={styles.names}>
            <h3 id={headingId} className={styles.name}>
              {name}
            </h3>
            <LastSuccess item={item} />
          </div>
          <InstitutionMenu item={item} onPerform={perform} onUnlink={onUnlink} />
        </header>
        <div className={styles.state}>
          <StatusChip tone={display.tone} icon={display.icon}>
            {display.word}
          </StatusChip>
          {button?.action === "repair" && repairUrl !== undefined ? (
            <RepairElsewhere
              label={button.label}
              href={repairUrl}
              isPending={refreshing.isPending}
              onCheck={refreshing.refresh}
            />
          ) : button === null ? null : (
            <Button
              size="small"
              icon={buttonIcons[button.action]}
              variant={button.isUrgent ? "primary" : "secondary"}
              isPending={isAsking}
              aria-describedby={headingId}
              onClick={() => perform(button.action)}
            >
              {button.label}
            </Button>
          )}
          <p className={styles.sentence}>{display.sentence}</p>
        </div>
        <ImportProgress item={item} />
        {refreshing.failure === null ? null : (
          <RefreshFailed failure={refreshing.failure} onDismiss={refreshing.dismiss} />
        )}
        <AccountList item={item} onAsk={onAsk} />
        <footer className={styles.footer}>
          <TextLink
            to={paths.transactions({ bank: item.institutionAccessItemId })}
            variant="quiet"
            className={styles.screen}
          >
            Transactions<span className="visually-hidden"> of {name}</span>{" "}
            <Icon name="arrow-right" size="small" />
          </TextLink>
          <TextLink
            to={memberPaths.accountIncome(item.institutionAccessItemId)}
            variant="quiet"
            className={styles.screen}
          >
            Income<span className="visually-hidden"> of {name}</span> <Icon name="arrow-right" size="small" />
          </TextLink>
        </footer>
      </article>
    </Card>
  );
}

type RepairElsewhereProps = { label: string; href: string; isPending: boolean; onCheck: () => void };

/** Link to the page of the service that repairs a bank, and a button for when that is done. */
function RepairElsewhere({ label, href, isPending, onCheck }: RepairElsewhereProps) {
  return (
    <>
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClassName({ size: "small", variant: "primary" })}
      >
        {label}
        <Icon name="external" size="small" />
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
      <Button size="small" icon="refresh" isPending={isPending} onClick={onCheck}>
        Check again
      </Button>
    </>
  );
}

function requestFor(action: "repair" | "addAccounts", item: AccessItemView): LinkRequest {
  const { institutionAccessItemId, institution } = item;
  return { kind: action, institutionAccessItemId, institutionName: institution.name };
}

function isAbout(request: LinkRequest, { institutionAccessItemId }: AccessItemView): boolean {
  return request.kind !== "create" && request.institutionAccessItemId === institutionAccessItemId;
}

function LastSuccess({ item: { item, institutionAccessItemId } }: { item: AccessItemView }) {
  const count = (
    <TextLink to={paths.transactions({ bank: institutionAccessItemId })} variant="quiet" viewTransition>
      {countWords(item.transactionCount, "transaction")}
    </TextLink>
  );
  if (item.state === "manual") return <p className={styles.updated}>{count}</p>;
  if (item.lastSuccessfulUpdate === null) {
    return <p className={styles.updated}>{item.state === "importing" ? "Just linked" : "Not updated yet"}</p>;
  }
  return (
    <p className={styles.updated}>
      Updated <DayAgo at={item.lastSuccessfulUpdate} />
      {item.state === "importing" ? null : (
        <>
          {" · "}
          {count}
        </>
      )}
    </p>
  );
}

type RefreshFailedProps = {
  failure: { message: string; waitSeconds: number | null };
  onDismiss: () => void;
};

/** Failed refresh, shown next to the button. Screen readers hear the sentence once, not each second. */
function RefreshFailed({ failure: { message, waitSeconds }, onDismiss }: RefreshFailedProps) {
  const isWaiting = waitSeconds !== null;
  return (
    <div role="alert">
      <Callout
        tone={isWaiting ? "warning" : "negative"}
        icon={isWaiting ? "clock" : "error"}
        action={<IconButton icon="close" label="Close" size="small" onClick={onDismiss} />}
      >
        {message}
        {isWaiting ? (
          <>
            {" "}
            Try again in{" "}
            <span aria-hidden="true" className={styles.seconds}>
              {waitWords(waitSeconds)}
            </span>
            <span className="visually-hidden">
              {waitSeconds > 60 ? waitWords(waitSeconds) : "less than a minute"}
            </span>
            .
          </>
        ) : null}
      </Callout>
    </div>
  );
}

/** Returns a waiting time: seconds up to a minute and a half, then whole minutes. */
function waitWords(seconds: number): string {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}

type InstitutionMenuProps = {
  item: AccessItemView;
  onPerform: (action: StateAction) => void;
  onUnlink: () => void;
};

function InstitutionMenu({ item, onPerform, onUnlink }: InstitutionMenuProps) {
  const navigate = useNavigate();
  const ownersAlone = useOwnersAlone();
  const { state } = item.item;
  const income: MenuAction = {
    id: "income",
    label: "Income",
    icon: "calendar",
    onAction: () => void navigate(memberPaths.accountIncome(item.institutionAccessItemId)),
  };
  const importFiles: MenuAction = {
    id: "import",
    label: "Import files",
    icon: "upload",
    onAction: () =>
      void navigate(
        memberPaths.importFiles(item.accounts.length === 1 ? item.accounts[0]?.accountId : undefined),
      ),
  };
  const refresh: MenuAction = {
    id: "refresh",
    label: "Refresh",
    icon: "refresh",
    onAction: () => onPerform("refresh"),
  };
  const addAccounts: MenuAction = {
    id: "add",
    label: "Add accounts",
    icon: "plus",
    onAction: () => onPerform("addAccounts"),
  };
  const unlink: MenuAction = {
    id: "unlink",
    label: state === "unlinked" ? "Delete history" : state === "manual" ? "Delete bank" : "Unlink",
    icon: "trash",
    isDanger: true,
    isDisabled: ownersAlone !== null,
    description: ownersAlone ?? undefined,
    onAction: onUnlink,
  };
  return (
    <ActionMenu
      label={`Actions for ${item.institution.name}`}
      actions={[
        ...(canRefresh(state) ? [refresh] : []),
        ...(canShareMore(state) && item.item.repairUrl === undefined ? [addAccounts] : []),
        income,
        ...(state === "removing" ? [] : [importFiles]),
        ...(state === "removing" ? [] : [unlink]),
      ]}
    />
  );
}
