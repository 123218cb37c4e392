import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components/Menu";
import { buttonClassName, iconButtonClassName, type ButtonSize, type ButtonVariant } from "../button.tsx";
import { Icon, type IconName } from "../icon.tsx";
import { useReadOnlyReason } from "../read-only.ts";
import styles from "../choice/list-box.module.css";

/** An action, or a file to download from an address. */
export type MenuAction = {
  id: string;
  label: string;
  icon?: IconName | undefined;
  isDanger?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** More information, such as the reason it is disabled. */
  description?: string | undefined;
} & ({ onAction: () => void; download?: undefined } | { download: string; onAction?: undefined });

export type ActionMenuProps = {
  /** Name of the menu and its button, such as "Actions for Rent". */
  label: string;
  actions: readonly MenuAction[];
  /** Content of the button; three dots by default. */
  trigger?: ReactNode;
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  isDisabled?: boolean | undefined;
};

/** A button that opens a list of actions. Arrows move, letters jump, Escape closes and restores the focus. */
export function ActionMenu({
  label,
  actions,
  trigger,
  variant = "quiet",
  size,
  isDisabled,
}: ActionMenuProps) {
  const readOnlyReason = useReadOnlyReason();
  const offReason = (action: MenuAction) => (action.download === undefined ? readOnlyReason : null);
  return (
    <MenuTrigger>
      {trigger === undefined ? (
        <Button
          aria-label={label}
          isDisabled={isDisabled ?? false}
          className={iconButtonClassName({ variant, size })}
        >
          <Icon name="more" />
        </Button>
      ) : (
        <Button isDisabled={isDisabled ?? false} className={buttonClassName({ variant, size })}>
          <span className={styles.trigger}>
            {trigger}
            <Icon name="chevron-down" size="small" />
          </span>
        </Button>
      )}
      <Popover className={styles.popover} placement="bottom end">
        <Menu className={styles.menu} aria-label={label}>
          {actions.map((action) => (
            <MenuItem
              key={action.id}
              id={action.id}
              textValue={action.label}
              isDisabled={action.isDisabled === true || offReason(action) !== null}
              {...(action.download === undefined
                ? { onAction: action.onAction }
                : { href: action.download, download: true })}
              className={styles.option}
              data-danger={action.isDanger || undefined}
            >
              {action.icon ? <Icon name={action.icon} size="small" /> : null}
              <span className={styles.optionText}>
                <span>{action.label}</span>
                <MenuHint text={offReason(action) ?? action.description} />
              </span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function MenuHint({ text }: { text: string | undefined }) {
  return text === undefined || text === "" ? null : <span className={styles.optionHint}>{text}</span>;
}
