import { useId, useSyncExternalStore } from "react";
import { Icon, type IconName } from "../icon.tsx";
import { chooseTheme, readTheme, subscribeToTheme, themes, type Theme } from "./theme.ts";
import styles from "./theme-switch.module.css";

const looks: Record<Theme, { label: string; icon: IconName }> = {
  system: { label: "System", icon: "monitor" },
  light: { label: "Light", icon: "sun" },
  dark: { label: "Dark", icon: "moon" },
};

/** Returns no theme: the server and the first render in the browser don't know the setting. */
function readServerTheme(): Theme {
  return "system";
}

/** System, light, or dark, as a radio group: arrow keys move, and the selection takes effect at once. */
export function ThemeSwitch() {
  const chosen = useSyncExternalStore(subscribeToTheme, readTheme, readServerTheme);
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">Color theme</legend>
      {themes.map((theme) => (
        <label key={theme} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={theme}
            checked={chosen === theme}
            onChange={() => chooseTheme(theme)}
            className="visually-hidden"
          />
          <Icon name={looks[theme].icon} size="small" />
          <span>{looks[theme].label}</span>
        </label>
      ))}
    </fieldset>
  );
}
