import { useEffect, useRef, useState } from "react";
import { IconButton } from "../button.tsx";
import type { IconName } from "../icon.tsx";
import { copyText } from "./clipboard.ts";

type CopyButtonProps = {
  text: string;
  /** Accessible name, such as "Copy code". */
  label: string;
  icon?: IconName;
  className?: string | undefined;
};

const answerMs = 2500;
const answers = { none: "", copied: "Copied", refused: "Couldn’t copy. Select the text instead." } as const;

/** Copies a text; then shows a check mark and politely announces "Copied". */
export function CopyButton({ text, label, icon = "copy", className }: CopyButtonProps) {
  const [answer, setAnswer] = useState<keyof typeof answers>("none");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function handleClick() {
    clearTimeout(timer.current);
    setAnswer("none");
    setAnswer((await copyText(text)) ? "copied" : "refused");
    timer.current = setTimeout(() => setAnswer("none"), answerMs);
  }

  return (
    <span className={className}>
      <IconButton
        icon={answer === "copied" ? "check" : answer === "refused" ? "error" : icon}
        label={label}
        size="small"
        onClick={() => void handleClick()}
      />
      <output className="visually-hidden">{answers[answer]}</output>
    </span>
  );
}
