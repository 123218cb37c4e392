import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components/Tabs";
import styles from "./tabs.module.css";

export type TabItem = { id: string; label: string; content: ReactNode; isDisabled?: boolean | undefined };

export type TabsProps = {
  /** Name of the group of tabs. */
  label: string;
  tabs: readonly TabItem[];
  /** Omit both to let the tabs keep their own state. */
  selectedId?: string | undefined;
  onChange?: ((id: string) => void) | undefined;
};

/** Tabs with one visible panel. Arrows move and select, Home and End jump. */
export function Tabs({ label, tabs, selectedId, onChange }: TabsProps) {
  return (
    <AriaTabs
      className={styles.tabs}
      {...(selectedId === undefined ? {} : { selectedKey: selectedId })}
      onSelectionChange={(key) => onChange?.(String(key))}
    >
      <TabList aria-label={label} className={styles.list}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} isDisabled={tab.isDisabled ?? false} className={styles.tab}>
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={styles.panel}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
